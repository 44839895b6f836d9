//go:build !js

package network

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// kernel is kernel.wasm with a memory of its own, in which every call puts the numbers anew.
type kernel struct {
	memory  api.Memory
	forward api.Function
}

// memoryModule is a module of WebAssembly that exports a memory of 256 pages of 64 KiB.
var memoryModule = []byte("\x00asm\x01\x00\x00\x00\x05\x04\x01\x00\x80\x02\x07\x0A\x01\x06memory\x02\x00")

// newKernel returns the one kernel. Only one goroutine at a time may use it.
var newKernel = sync.OnceValue(func() *kernel {
	code, err := os.ReadFile("kernel.wasm")
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	env, err := runtime.InstantiateWithConfig(ctx, memoryModule, wazero.NewModuleConfig().WithName("env"))
	if err != nil {
		panic(err)
	}
	module, err := runtime.Instantiate(ctx, code)
	if err != nil {
		panic(err)
	}
	return &kernel{env.Memory(), module.ExportedFunction("forward")}
})

// put writes numbers to an address and returns the address after them, a multiple of cacheLine.
func (k *kernel) put(address uint32, numbers any) uint32 {
	data, err := binary.Append(nil, binary.LittleEndian, numbers)
	if err != nil || !k.memory.Write(address, data) {
		panic("not numbers, or too many for the memory")
	}
	return (address + uint32(len(data)) + cacheLine - 1) / cacheLine * cacheLine
}

// sum is a summer. It panics if the kernel writes to other memory than that of the columns.
func (k *kernel) sum(rows, weights, from, to []int16, ch change) int32 {
	removed, added := ch.removed.rows(), ch.added.rows()
	const firstAddress = cacheLine // address 0 stands for no columns
	atRemoved := uint32(firstAddress)
	atAdded := k.put(atRemoved, removed)
	atWeights := k.put(atAdded, added)
	atRows := k.put(atWeights, weights)
	atFrom := k.put(atRows, rows)
	atTo := k.put(atFrom, from)
	end := k.put(atTo, to)
	switch {
	case to == nil:
		atTo = 0
	case &to[0] == &from[0]:
		atTo = atFrom
	}

	memory, _ := k.memory.Read(0, end)
	before := bytes.Clone(memory)
	const numberBytes = 2
	width := uint32(len(weights) * numberBytes)
	result, err := k.forward.Call(context.Background(), uint64(atRows), uint64(atWeights), uint64(atFrom), uint64(atTo),
		uint64(atRemoved), uint64(len(removed)), uint64(atAdded), uint64(len(added)), uint64(width))
	if err != nil {
		panic(err)
	}
	if to != nil {
		columns := memory[atTo:][:width]
		if _, err := binary.Decode(columns, binary.LittleEndian, to); err != nil {
			panic(err)
		}
		copy(before[atTo:], columns)
	}
	if !bytes.Equal(before, memory) {
		panic("the kernel has written to other memory than that of the columns")
	}
	return int32(uint32(result[0]))
}

// way returns the way to evaluate by the kernel.
func (k *kernel) way() way {
	return wayOf("kernel", func(t *table, c *columns, p board.Position, weights []int16) int32 {
		from, to := t.rows[:len(weights)], []int16(nil)
		if c != nil {
			to = c.numbers
		} else {
			c = new(columns)
		}
		fresh := c.update(p)
		ch := change{c.removed, c.added}
		if !fresh {
			from = to
		}
		return k.sum(t.rows[len(weights):], weights, from, to, ch)
	})
}

// The kernel of a page computes what the assembly computes.
func TestKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { requireSums(t, newKernel().sum, drawSums(t)) })
}

// No row, one, or any other number of rows is removed and added.
func TestKernelWithEveryNumberOfRows(t *testing.T) {
	const changes = 5 // with each pair of numbers: 10,890 calls in all
	random := rand.New(rand.NewPCG(3, 0))
	rows := func(count int) (l rowList) {
		for l.count < count {
			l.numbers[l.count] = uint16(random.IntN(testRows))
			l.count++
		}
		return l
	}
	for removed := range board.Squares + 1 {
		for added := range board.Squares + 1 {
			for range changes {
				requireSums(t, newKernel().sum, sums{random, 2 * hiddenStep, change{rows(removed), rows(added)}, cacheLine / 4})
			}
		}
	}
}

// Positions of games have the scores of the definition, in networks of all sizes.
func TestScoresOfKernel(t *testing.T) {
	times := 5
	if os.Getenv("ZONDA_LONG") != "" {
		times = 20
	}
	kernel, list := newKernel().way(), walk(slices.Repeat([]byte{3, 1, 4, 1, 5, 9, 2, 6, 255}, times))
	for _, n := range networks(t) {
		kept := newStageColumns(2 * n.hidden)
		for _, p := range list {
			want := n.evaluateSlow(p)
			require.Equal(t, want, kernel.evaluate(n, nil, p), p.FEN())
			require.Equal(t, want, kernel.evaluate(n, kept, p), p.FEN())
		}
	}
}

package training

import "math"

// Memory is how well something is remembered, by FSRS-6 (the free spaced repetition scheduler of the open-spaced-repetition
// project) with its usual 21 numbers. The zero value is something new.
type Memory struct {
	Stability  float64 `json:"stability"`  // days after which it is still remembered with a chance of 0.9
	Difficulty float64 `json:"difficulty"` // 1 to 10
}

// Grade says how well something was remembered.
type Grade int

// The grades.
const (
	Again Grade = iota + 1 // forgotten
	Hard
	Good
	Easy
)

// numbers are the usual ones of FSRS-6; the names of the constants below say what each is for.
var numbers = [21]float64{
	0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729,
	0.5425, 0.0912, 0.0658, 0.1542,
}

// Places in numbers. Those before firstDifficulty are the first stabilities by the grade.
const (
	firstDifficulty = iota + 4
	firstByGrade
	difficultyStep
	difficultyReturn
	recallFactor
	recallStability
	recallSurprise
	forgetFactor
	forgetDifficulty
	forgetStability
	forgetSurprise
	hardPenalty
	easyBonus
	sameDayFactor
	sameDayOffset
	sameDayStability
	decay
)

// Limits of a memory.
const (
	minStability                 = 0.001
	minDifficulty, maxDifficulty = 1, 10
	retention                    = 0.9 // the chance with which something is to be remembered when it comes again
	maxDays                      = 365
)

// Recall returns the chance that it is still remembered after days.
func (m Memory) Recall(days int) float64 {
	factor := math.Pow(retention, -1/numbers[decay]) - 1
	return math.Pow(1+factor*float64(days)/m.Stability, -numbers[decay])
}

// Days returns after how many days it should come again.
func (m Memory) Days() int {
	return int(min(max(math.RoundToEven(m.Stability), 1), maxDays)) // the interval of a retention of 0.9 is the stability
}

// After returns the memory after a grade that was given days after the one before.
func (m Memory) After(g Grade, days int) Memory {
	if m.Stability == 0 {
		return Memory{max(numbers[g-1], minStability), clamped(startDifficulty(g))}
	}
	next := Memory{Difficulty: m.harder(g)}
	switch {
	case days < 1:
		next.Stability = m.sameDay(g)
	case g == Again:
		next.Stability = m.forgotten(days)
	default:
		next.Stability = m.recalled(g, days)
	}
	next.Stability = max(next.Stability, minStability)
	return next
}

func clamped(difficulty float64) float64 {
	return min(max(difficulty, minDifficulty), maxDifficulty)
}

func startDifficulty(g Grade) float64 {
	return numbers[firstDifficulty] - math.Exp(numbers[firstByGrade]*float64(g-1)) + 1
}

// harder returns the difficulty after a grade.
func (m Memory) harder(g Grade) float64 {
	step := -numbers[difficultyStep] * float64(g-Good) * (maxDifficulty - m.Difficulty) / (maxDifficulty - minDifficulty)
	back := numbers[difficultyReturn]
	return clamped(back*clamped(startDifficulty(Easy)) + (1-back)*(m.Difficulty+step))
}

func (m Memory) sameDay(g Grade) float64 {
	factor := math.Exp(numbers[sameDayFactor]*(float64(g-Good)+numbers[sameDayOffset])) * math.Pow(m.Stability, -numbers[sameDayStability])
	if g >= Good {
		factor = max(factor, 1)
	}
	return m.Stability * factor
}

func (m Memory) forgotten(days int) float64 {
	long := numbers[forgetFactor] * math.Pow(m.Difficulty, -numbers[forgetDifficulty]) *
		(math.Pow(m.Stability+1, numbers[forgetStability]) - 1) * math.Exp(numbers[forgetSurprise]*(1-m.Recall(days)))
	return min(long, m.Stability/math.Exp(numbers[sameDayFactor]*numbers[sameDayOffset]))
}

func (m Memory) recalled(g Grade, days int) float64 {
	factor := map[Grade]float64{Hard: numbers[hardPenalty], Good: 1, Easy: numbers[easyBonus]}[g]
	return m.Stability * (1 + factor*math.Exp(numbers[recallFactor])*(maxDifficulty+minDifficulty-m.Difficulty)*
		math.Pow(m.Stability, -numbers[recallStability])*(math.Exp(numbers[recallSurprise]*(1-m.Recall(days)))-1))
}

package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"
)

// filesAlone is a server with a page that has the files of the engine, and functions that call them as Go does.
func filesAlone(t *testing.T) string {
	t.Helper()
	built := api.Build(api.BuildOptions{Bundle: true, Format: api.FormatIIFE, Stdin: &api.StdinOptions{ResolveDir: "page/src/worker", Loader: api.LoaderTS, Contents: `
		import { fileSystem } from "./files";
		const call = (name, ...values) => new Promise((resolve, reject) => fileSystem[name](...values, (error, value) => error ? reject(error) : resolve(value)));
		const C = fileSystem.constants, code = error => { throw error.code ?? error; };
		const text = new TextEncoder(), plain = new TextDecoder();
		async function write(path, content, flags = C.O_WRONLY | C.O_CREAT | C.O_TRUNC) {
			const fd = await call("open", path, flags, 0o644), data = text.encode(content);
			try {
				await call("write", fd, data, 0, data.length, null);
				await call("fsync", fd);
			} finally { await call("close", fd); }
		}
		async function read(path) {
			const fd = await call("open", path, 0, 0), data = new Uint8Array((await call("fstat", fd)).size);
			const n = await call("read", fd, data, 0, data.length, null);
			await call("close", fd);
			return n === data.length ? plain.decode(data) : "short";
		}
		async function replace(path, content) { // as internal/file does
			const pending = path + Math.random();
			await write(pending, content, C.O_RDWR | C.O_CREAT | C.O_EXCL);
			await call("rename", pending, path);
		}
		const attempt = work => work.then(value => value ?? "", error => error.code ?? String(error));
		Object.assign(globalThis, { call, C, write, read, replace, attempt });`}})
	require.Empty(t, built.Errors)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprint(w, `<!DOCTYPE html><title>files</title><script src="files.js"></script>`)
		case "/files.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write(built.OutputFiles[0].Contents)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestFilesInTheBrowser: the files of an engine in the page are as those of a system: names, folders, errors, places in a file.
func TestFilesInTheBrowser(t *testing.T) {
	long(t)
	ctx := browser(t, 800)
	act(t, ctx, "open", chromedp.Navigate(filesAlone(t)))
	for _, c := range []struct{ script, want string }{
		{`attempt(call("open", "/none", 0, 0))`, "ENOENT"},
		{`attempt(write("/none/a", "x"))`, "ENOENT"},
		{`attempt(call("mkdir", "/games", 0o755))`, ""},
		{`attempt(call("mkdir", "/games", 0o755))`, "EEXIST"},
		{`attempt(write("/games/a.pdn", "one"))`, ""},
		{`read("games/./x/../a.pdn")`, "one"},
		{`attempt(write("/games/a.pdn/b", "x"))`, "ENOTDIR"},
		{`attempt(write("/games", "x"))`, "EISDIR"},
		{`attempt(write("/games/a.pdn", "x", C.O_WRONLY | C.O_CREAT | C.O_EXCL))`, "EEXIST"},
		{`attempt(write("/games/a.pdn", " two", C.O_WRONLY | C.O_APPEND)).then(() => read("/games/a.pdn"))`, "one two"},
		{`call("stat", "/games/a.pdn").then(s => [s.size, s.isDirectory(), s.mode.toString(8), Math.abs(s.mtimeMs - Date.now()) < 5000].join())`, "7,false,100644,true"},
		{`call("stat", "/games").then(s => [s.isDirectory(), s.mode.toString(8)].join())`, "true,40755"},
		{`call("chmod", "/games/a.pdn", 0o600).then(() => call("lstat", "/games/a.pdn")).then(s => s.mode.toString(8))`, "100600"},
		{`call("truncate", "/games/a.pdn", 3).then(() => read("/games/a.pdn"))`, "one"},
		{`call("truncate", "/games/a.pdn", 5).then(() => read("/games/a.pdn")).then(JSON.stringify)`, `"one\u0000\u0000"`},
		{`attempt(replace("/games/a.pdn", "new")).then(() => call("readdir", "/games")).then(names => names.join())`, "a.pdn"},
		{`read("/games/a.pdn")`, "new"},
		{`attempt(call("rmdir", "/games"))`, "ENOTEMPTY"},
		{`attempt(call("rmdir", "/games/a.pdn"))`, "ENOTDIR"},
		{`attempt(call("unlink", "/games"))`, "EISDIR"},
		{`attempt(call("readlink", "/games/a.pdn"))`, "EINVAL"},
		{`attempt(call("read", 99, new Uint8Array(1), 0, 1, null))`, "EBADF"},
		{`attempt(call("rename", "/games", "/games/inside"))`, "EINVAL"},
		{`call("rename", "/games", "/other").then(() => read("/other/a.pdn"))`, "new"},
		{`attempt(call("stat", "/games/a.pdn"))`, "ENOENT"},
		{`attempt(call("unlink", "/other/a.pdn")).then(() => attempt(call("rmdir", "/other"))).then(() => call("readdir", "/")).then(names => names.join())`, ""},
		{`(async () => { // what is written is read at once by another handle, and after a rename it has its new name; a file without a name is gone
			const fd = await call("open", "/open", C.O_RDWR | C.O_CREAT, 0o644), data = new TextEncoder().encode("abc");
			await call("write", fd, data, 0, 3, null);
			const seen = await read("/open");
			await call("rename", "/open", "/renamed");
			await call("write", fd, data, 0, 3, 1);
			await call("fsync", fd);
			const renamed = await read("/renamed");
			await call("unlink", "/renamed");
			await call("close", fd);
			return [seen, renamed, await attempt(read("/renamed"))].join();
		})()`, "abc,aabc,ENOENT"},
	} {
		require.Equal(t, c.want, evaluated[string](t, ctx, c.script), c.script)
	}
}

// TestFilesOfTwoPages: a file that must be new is made by one page alone, and each page sees what the other one has written.
func TestFilesOfTwoPages(t *testing.T) {
	long(t)
	first := browser(t, 800)
	address := filesAlone(t)
	second := window(t, first, 800)
	act(t, first, "open", chromedp.Navigate(address))
	act(t, second, "open", chromedp.Navigate(address))
	const count = `Promise.all([...Array(50).keys()].map(n => attempt(write("/new" + n, "%s", C.O_WRONLY | C.O_CREAT | C.O_EXCL)))).then(found => found.filter(code => code === "").length)`
	made := both(t, first, second, fmt.Sprintf(count, "1"), fmt.Sprintf(count, "2"))
	require.Equal(t, 50, made[0]+made[1])
	require.Equal(t, made[1], evaluated[int](t, first, `Promise.all([...Array(50).keys()].map(n => read("/new" + n))).then(texts => texts.filter(text => text === "2").length)`))
}

// both evaluates an expression in each of two pages at once.
func both(t *testing.T, first, second context.Context, one, two string) [2]int {
	var found [2]int
	done := make(chan struct{})
	go func() {
		defer close(done)
		found[1] = evaluated[int](t, second, two)
	}()
	found[0] = evaluated[int](t, first, one)
	<-done
	return found
}

// TestFilesWhole: a browser that is killed while it writes leaves each file old or new.
func TestFilesWhole(t *testing.T) {
	long(t)
	address, folder := filesAlone(t), t.TempDir()
	contents := `const contents = {}; for (const letter of "abcdefghij") contents[letter] = letter.repeat(200_000);`
	for range 4 {
		ctx, kill := keptBrowser(t, folder)
		act(t, ctx, "open", chromedp.Navigate(address))
		found := evaluated[string](t, ctx, `(async () => {
			for (let n = 0, texts = ""; ; n++) {
				const text = await attempt(read("/file" + n));
				if (text === "ENOENT") return texts;
				texts += text.length === 200_000 && text === text[0].repeat(200_000) ? "" : " broken: " + text.slice(0, 20);
			}
		})()`)
		require.Empty(t, found)
		act(t, ctx, "write", run(contents+`(async () => { for (let n = 0; ; n++) await replace("/file" + n % 25, contents["abcdefghij"[n % 10]]); })();`),
			chromedp.Sleep(400*time.Millisecond))
		kill()
	}
}

// TestFilesWithoutRoom: a file that does not fit stays as it was, and the error is that of a full disk.
func TestFilesWithoutRoom(t *testing.T) {
	long(t)
	ctx, address := browser(t, 800), filesAlone(t)
	act(t, ctx, "open", chromedp.Navigate(address))
	_, err := chromedp.Call(ctx, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: address, QuotaSize: new(100_000.)})
	require.NoError(t, err)
	require.Empty(t, evaluated[string](t, ctx, `attempt(write("/a", "old"))`))
	const large = `Array.from({length: 500_000}, Math.random).join()` // nothing that can be packed
	require.Equal(t, "ENOSPC", evaluated[string](t, ctx, `attempt(write("/a", `+large+`))`))
	require.Equal(t, "old", evaluated[string](t, ctx, `read("/a")`))
	require.Equal(t, "ENOSPC", evaluated[string](t, ctx, `attempt(replace("/a", `+large+`))`))
	require.Equal(t, "old", evaluated[string](t, ctx, `read("/a")`))
}

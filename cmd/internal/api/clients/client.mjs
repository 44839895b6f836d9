const answer = await fetch(process.argv[2] + "v1/analyse", {
  method: "POST", headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ moves: ["11-15", "23-19"], nodes: 20000, lines: 2 }),
});
let text = "";
for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) text += piece;
const events = text.split("\n\n").filter(event => event.startsWith("event:")).map(event => event.split("\ndata: "));
const [name, data] = events.at(-1);
console.log(name, JSON.parse(data).lines.map(line => line.pv[0]).join(" "));

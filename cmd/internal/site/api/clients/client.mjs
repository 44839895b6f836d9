async function ask(path, question) {
  const answer = await fetch(process.argv[2] + path, {
    method: "POST", body: JSON.stringify(question),
    headers: { "Content-Type": "application/json", Authorization: "Bearer " + (process.env.ZONDA_TOKEN ?? "") },
  });
  if (answer.ok) return answer;
  const seconds = answer.headers.get("Retry-After");
  if (seconds === null) throw new Error((await answer.json()).detail);
  await new Promise(done => setTimeout(done, 1000 * seconds));
  return ask(path, question);
}

const answer = await ask("v1/analyse", { moves: ["11-15", "23-19"], nodes: 20000, lines: 2 });
let text = "";
for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
  const events = (text + piece).split("\n\n");
  text = events.pop();
  for (const [, name, data] of events.map(event => event.match(/^event: (.*)\ndata: (.*)$/) ?? [])) {
    if (name === "failure") throw new Error(JSON.parse(data).detail);
    if (name === "done") console.log(JSON.parse(data).lines.map(line => line.pv[0]).join(" "));
  }
}

import json, sys, urllib.request

def ask(address, path, question):
    request = urllib.request.Request(address + path, json.dumps(question).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

played = ask(sys.argv[1], "v1/move", {"moves": ["11-15", "23-19"], "nodes": 20000})
print(played["move"]["move"], played["line"]["chance"])

import json, os, sys, time, urllib.error, urllib.request

def ask(path, question):
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ.get("ZONDA_TOKEN", "")}
    request = urllib.request.Request(sys.argv[1] + path, json.dumps(question).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if "Retry-After" not in error.headers:
            raise RuntimeError(json.load(error)["detail"]) from None
        time.sleep(int(error.headers["Retry-After"]))
    return ask(path, question)

played = ask("v1/move", {"moves": ["11-15", "23-19"], "nodes": 20000})
print(played["move"]["move"], played["line"]["chance"])

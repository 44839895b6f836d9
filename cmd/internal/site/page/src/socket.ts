import { maxMessageBytes } from "./messages";
import { gamesName } from "./store";
import { connection, receive, type Standalone } from "./transport";

// standalone is there in the page without a server.
export const standalone: Standalone | undefined = undefined;

const firstDelay = 300, maxDelay = 4000;
let socket: WebSocket | undefined, delay = firstDelay;
let retry: ReturnType<typeof setTimeout> | undefined;
let left = false; // the user went to another page: this one comes back if the user comes back

// address is that of the server's socket, below the address of the page. It tells the name of the page's games, which the server gives
// to no other page meanwhile.
function address() {
  const url = new URL("socket", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("games", gamesName());
  return url;
}

function open() {
  clearTimeout(retry);
  const opened = new WebSocket(address()), before = socket;
  socket = opened;
  before?.close();
  opened.onopen = () => {
    delay = firstDelay;
    connection.value = "open";
  };
  opened.onmessage = event => receive(event.data);
  opened.onclose = () => {
    if (left || opened !== socket) return;
    connection.value = "lost";
    retry = setTimeout(open, delay);
    delay = Math.min(2 * delay, maxDelay);
  };
}

// A page that is left closes its connection, also where the browser keeps the page for a step back.
addEventListener("pagehide", () => {
  left = true;
  connection.value = "connecting";
  clearTimeout(retry);
  socket?.close();
});
addEventListener("pageshow", () => {
  if (!left) return;
  left = false;
  open();
});

// connect opens a WebSocket to the server from which the page came, in the place of the one before.
export function connect() {
  connection.value = "connecting";
  open();
}

export const maxBytes = maxMessageBytes; // of a message

// send sends a message. Without a connection it is dropped.
export function send(message: string) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(message);
}

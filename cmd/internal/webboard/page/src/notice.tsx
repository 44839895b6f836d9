import { useEffect, useState } from "preact/hooks";
import { notice } from "./state";

const leastTime = 4000, timeOfFault = 8000, timeOfLetter = 60; // milliseconds

// Notice is the place of messages in the head of the page: a message covers nothing and moves nothing. It goes after a time
// for reading, which stops while the pointer or the focus rests on it.
export function Notice() {
  const message = notice.value, [held, setHeld] = useState(false);
  useEffect(() => {
    if (!message || held) return;
    const time = (message.bad ? timeOfFault : leastTime) + timeOfLetter * message.text.length;
    const timer = setTimeout(() => { notice.value = null; }, time);
    return () => clearTimeout(timer);
  }, [message, held]);
  useEffect(() => { if (!message) setHeld(false); }, [message]);
  return (
    <div class="notices" role="status">
      {message && <p class={`notice ${message.bad ? "bad" : ""}`} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}
        onFocusIn={() => setHeld(true)} onFocusOut={() => setHeld(false)}>
        <span>{message.text}</span><button aria-label="Close the message" onClick={() => { notice.value = null; }}>×</button></p>}
    </div>);
}

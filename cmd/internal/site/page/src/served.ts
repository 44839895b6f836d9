// The page of a server has nothing of what standalone.tsx has.
export const startStandalone = () => {};
export const BrowserData = () => null;

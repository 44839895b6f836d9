import { loadTexts } from "./i18n";
import { later } from "./later";

// What the page does not show at once is loaded when it is shown.
const endings = () => import("./endings"), games = () => import("./games"), lab = () => import("./matches"),
  report = () => import("./report"), setup = () => import("./setup");
export const problems = () => import("./problems");

export const Endings = later(endings, m => m.Endings);
export const GamesView = later(games, m => m.GamesView), GamesTools = later(games, m => m.GamesTools), Neighbours = later(games, m => m.Neighbours);
export const Lab = later(lab, m => m.Lab), LabTitle = later(lab, m => m.LabTitle);
export const Problems = later(problems, m => m.Problems), ProblemsTitle = later(problems, m => m.ProblemsTitle),
  ProblemGoal = later(problems, m => m.ProblemGoal), Progress = later(problems, m => m.Progress);
export const Report = later(report, m => m.Report), ReportMenu = later(report, m => m.ReportMenu), GameChart = later(report, m => m.GameChart);
export const Setup = later(setup, m => m.Setup), SetupSteps = later(setup, m => m.SetupSteps), CancelSetup = later(setup, m => m.CancelSetup);
export const GameDialogs = later(() => import("./gamedialogs"), m => m.GameDialogs);
export const Squares = later(() => import("./squares"), m => m.Squares);
export const Settings = later(() => import("./settings"), m => m.Settings);
export const KeyList = later(() => import("./keylist"), m => m.KeyList), Rules = later(() => import("./rules"), m => m.Rules);

// tryMove tries a move in the open problem, and reports whether it was made; giveHint gives a hint there.
export const tryMove = async (text: string) => (await problems()).tryMove(text);
export const giveHint = async () => (await problems()).giveHint();

// toldGame returns the game on the board with what its report tells.
export async function toldGame() {
  const [module] = await Promise.all([report(), loadTexts()]);
  return module.toldGame();
}

// answers returns what says how good a move is.
export const answers = async () => (await Promise.all([import("./answers"), loadTexts()]))[0];

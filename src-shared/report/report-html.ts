/**
 * A run as one self-contained HTML document: verdict, charts, findings, tables, and where it comes from.
 * Decides what stands in which order: what to use first, how it was measured last. Pure; the document holds no
 * script, and its own policy forbids any and all loading.
 */
import { assignSlots } from '../charts/slots';
import { advise, type DeviceAdvice } from '../domain/advisor/advise';
import { judge } from '../domain/ranking';
import { shortDeviceName } from '../domain/device-select';
import { noNotes, type RunNotes } from '../domain/run-notes';
import type { DeviceState, Run } from '../domain/run-types';
import { verdictText, warningSize, warningText, type TextLocale } from '../text';
import { findingText, labText } from '../text/advice';
import { ruleLabels, ruleText } from '../text/rules-of-thumb';
import { markup, type Markup, type Piece } from './markup';
import { deviceColour } from './print-theme';
import { reportCharts } from './report-charts';
import { reportStyle } from './report-style';
import { deviceFacts, resultsTable, runFacts } from './report-tables';
import { reportWords } from './report-words';

export interface ReportInput {
  readonly run: Run;
  readonly locale: TextLocale;
  /** What somebody wrote about the run. */
  readonly notes?: RunNotes | undefined;
  /** When the report is made, and by which version. */
  readonly madeAt: Date;
  readonly appVersion: string;
}

/** Fonts may stand in the document itself, as they do when it is printed (font-faces.ts). */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

const dateText = (date: Date, locale: TextLocale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(date);

const titleOf = ({ header: { spec } }: Run, locale: TextLocale): string =>
  spec.title[locale] ?? spec.title.en;

const listOf = (items: readonly string[]): Markup =>
  markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

/** The whole document. */
export const reportHtml = (input: ReportInput): string => {
  const { run, locale, notes = noNotes, madeAt, appVersion } = input;
  const words = reportWords[locale];
  const { header } = run;
  const devices = run.devices.map(({ device }) => device);
  const slots = assignSlots(devices.map(({ index }) => index));
  const nameOf = ({ device }: DeviceState): string => shortDeviceName(device, devices);
  const headingOf = (state: DeviceState, at: number): Markup =>
    markup`<h3><i style="background:${deviceColour(slots[at] ?? at)}"></i>${nameOf(state)}</h3>`;
  const advice = advise(run);
  const charts = reportCharts(run, locale);
  const title = notes.title === '' ? titleOf(run, locale) : notes.title;
  /** A chapter with a list per device; devices that have nothing to say are left out, and so is an empty chapter. */
  const chapter = (heading: string, linesOf: (state: DeviceState) => readonly string[]): Piece => {
    const parts = run.devices.flatMap((state, at) => {
      const lines = linesOf(state);
      if (lines.length === 0) return [];
      return [[run.devices.length > 1 ? headingOf(state, at) : null, listOf(lines)]];
    });
    return parts.length === 0 ? null : markup`<h2>${heading}</h2>${parts}`;
  };
  const adviceOn = ({ device }: DeviceState): DeviceAdvice | undefined =>
    advice.devices.find(({ deviceKey }) => deviceKey === device.key);
  const findingsOf = (state: DeviceState): readonly string[] =>
    (adviceOn(state)?.findings ?? []).map((finding) => findingText(finding, locale));
  const rulesOf = (state: DeviceState): readonly string[] =>
    (adviceOn(state)?.rules ?? []).map(
      (rule) => `${ruleLabels[locale][rule.rule]}${words.colon}${ruleText(rule, locale)}`,
    );
  const remarksOf = ({ device, problem }: DeviceState): readonly string[] => {
    const warnings = run.warnings.filter(({ deviceKey }) => deviceKey === device.key);
    const sentences = warnings.map((warning) => {
      // In English the sentence names its size.
      const size = locale === 'en' ? '' : warningSize(warning);
      return `${size}${size === '' ? '' : words.colon}${warningText(warning, locale)}`;
    });
    return [...new Set([...sentences, ...(problem === null ? [] : [problem])])];
  };
  const document = markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${title} · ${header.spec.kernel} · ${words.report}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${header.spec.kernel} · ${run.devices.map(nameOf).join(', ')} · ${dateText(new Date(header.startedAt), locale)}</p>
<p class="quiet">${words.made(dateText(madeAt, locale), appVersion)}</p>
${notes.tags.length === 0 ? null : markup`<p>${notes.tags.map((tag) => markup`<span class="tag">${tag}</span>`)}</p>`}
${notes.note === '' ? null : markup`<p class="note">${notes.note}</p>`}
</header>
<main>
<h2>${words.verdict}</h2>
${run.devices.map((state) => markup`<p class="verdict"><strong>${nameOf(state)}</strong><br>${verdictText(judge(run, state.device.key), locale)}</p>`)}
${run.devices.length > 1 ? markup`<p>${labText(advice.lab, locale)}</p>` : null}
${charts.length === 0 ? markup`<p>${words.nothing}</p>` : charts.map(({ svg, caption }) => markup`<figure>${svg}<figcaption>${caption}</figcaption></figure>`)}
${chapter(words.findings, findingsOf)}
<h2>${words.results}</h2>
${run.devices.map((state, at) => [headingOf(state, at), resultsTable(run, state, locale)])}
${chapter(words.rules, rulesOf)}
${chapter(words.remarks, remarksOf)}
<h2>${words.provenance}</h2>
${runFacts(run, locale)}
${run.devices.map((state, at) => [headingOf(state, at), deviceFacts(state, locale)])}
<h2>${words.source}</h2>
<pre>${header.sourceText}</pre>
</main>
</body>
</html>
`;
  return document.text;
};

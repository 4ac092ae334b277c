/** The style sheet of a report: for a page of paper first, readable in a browser too. Names no font file and loads nothing. */
import { markup } from './markup';
import { printTheme as theme } from './print-theme';

export const reportStyle = markup`
@page { size: A4; margin: 16mm 14mm; }
* { box-sizing: border-box; }
body { max-width: 820px; margin: 0 auto; padding: 24px; background: ${theme.surface}; color: ${theme.text}; font: 400 13px/18px ${theme.font}; font-variant-numeric: tabular-nums; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
h1 { margin: 0 0 4px; font-size: 22px; font-weight: 650; line-height: 28px; overflow-wrap: anywhere; }
h2 { margin: 24px 0 8px; padding-top: 12px; border-top: 1px solid ${theme.border}; font-size: 16px; font-weight: 650; line-height: 20px; break-after: avoid; }
h3 { margin: 16px 0 6px; font-size: 13px; font-weight: 650; break-after: avoid; overflow-wrap: anywhere; }
h3 i { display: inline-block; width: 10px; height: 10px; margin-right: 6px; border-radius: 2px; }
p { margin: 0 0 6px; overflow-wrap: anywhere; }
.quiet, figcaption { color: ${theme.text3}; font-size: 12px; line-height: 16px; }
.verdict { padding: 10px 12px; border-left: 3px solid ${theme.accent}; background: ${theme.sunken}; break-inside: avoid; }
.verdict strong { font-weight: 650; }
.tag { display: inline-block; margin-right: 6px; padding: 0 6px; border: 1px solid ${theme.border}; border-radius: 4px; font-size: 12px; }
.note { white-space: pre-wrap; }
ul { margin: 0; padding-left: 18px; }
li { margin-bottom: 4px; overflow-wrap: anywhere; }
.bad { color: ${theme.bad}; }
figure { margin: 12px 0; break-inside: avoid; }
figure svg { display: block; max-width: 100%; height: auto; }
table { width: 100%; border-collapse: collapse; font-size: 12px; line-height: 16px; }
th, td { padding: 3px 8px; border-bottom: 1px solid ${theme.border}; text-align: right; vertical-align: top; }
thead { display: table-header-group; }
thead th { background: ${theme.sunken}; color: ${theme.text3}; font-weight: 600; }
tbody th { font-weight: 600; }
tr { break-inside: avoid; }
/* A thin space between thousands is a place to break a line, too. */
.results th, .results td { white-space: nowrap; }
.results td.words, .results th.words { text-align: left; white-space: normal; }
tr.use { background: ${theme.accentSoft}; }
tr.failed td.words { color: ${theme.bad}; }
tr.skipped { color: ${theme.text3}; }
.facts th { width: 210px; color: ${theme.text3}; font-weight: 400; text-align: left; }
.facts td { text-align: left; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: 0; padding: 10px 12px; background: ${theme.sunken}; font: 400 11px/16px ${theme.mono}; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
@media print { body { max-width: none; padding: 0; } }
`;

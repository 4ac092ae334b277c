import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunHeader } from '@shared/domain/run-event';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { markup } from '@shared/report/markup';
import { reportCharts } from '@shared/report/report-charts';
import { reportHtml } from '@shared/report/report-html';
import { parseEventLine, parseHeaderLine } from '@main/store/log-lines';
import { buildEvents } from '../../support/run-builder';
import { unbalanced } from '../../support/balanced-tags';

const folder = join(import.meta.dirname, '../../fixtures/h200/examples');
const recorded = (part: string): Run => {
  const name = readdirSync(folder).find((file) => file.includes(part)) ?? '';
  const [head = '', ...lines] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const parsed = [
    parseHeaderLine(head, name, name.replace('.ndrun', '')),
    ...lines.map((line, at) => parseEventLine(line, name, at + 2)),
  ];
  const run = foldEvents(parsed.flatMap((event) => (event.ok ? [event.value] : [])));
  if (run === null) throw new Error(`${part} holds no run`);
  return run;
};

const madeAt = new Date('2026-11-30T01:00:00Z');
const report = (run: Run, locale: 'en' | 'zh-CN' = 'en'): string =>
  reportHtml({ run, locale, madeAt, appVersion: '9.9.9' });

const hostile = '</style></title><script>alert(1)</script><img src=x onerror=alert(2)> & "q" \'s\'';
/** A run whose every text is hostile. */
const hostileRun = (text = hostile): Run => {
  const events = buildEvents(`
    device A
    16: 200 201 199 202 200 201
    64: 100 101 99 102 100 101
    128: failed crashed
  `).map((event) => {
    if (event.type === 'run-started') {
      const { header } = event;
      const changed: RunHeader = {
        ...header,
        sourceText: `// ${text}\n__kernel void k(void) {}`,
        appVersion: text,
        host: { system: text, processor: text },
        spec: {
          ...header.spec,
          title: { en: text },
          kernel: text,
          source: text,
          buildOptions: text,
        },
        devices: header.devices.map((device) => ({
          ...device,
          name: text,
          driver: text,
          version: text,
          openclC: text,
          platform: { name: text, vendor: text, version: text },
        })),
      };
      return { ...event, header: changed };
    }
    return event;
  });
  const run = foldEvents(events);
  if (run === null) throw new Error('no run');
  const deviceKey = run.devices[0]?.device.key ?? '';
  const warning = {
    deviceKey,
    code: 'sentinel-drift',
    configuration: text,
    message: text,
  } as const;
  return { ...run, warnings: [{ ...warning, detail: { reason: text } }] };
};

describe('markup', () => {
  it('escapes whatever is put in, and leaves alone what is markup already', () => {
    const inner = markup`<b>${'<i>'}</b>`;
    expect(markup`<p title="${'"x" & \'y\''}">${inner}${['a<', 1, null]}</p>`.text).toBe(
      '<p title="&quot;x&quot; &amp; &#39;y&#39;"><b>&lt;i&gt;</b>a&lt;1</p>',
    );
  });

  it('lets no character through that is not allowed in XML or turns the direction of the text', () => {
    expect(markup`${'a\u0000\u001b[31m\u202Eb\uD800c\r\nd\te'}`.text).toBe(
      'a\uFFFD\uFFFD[31m\uFFFDb\uFFFDc\nd\te',
    );
    expect(markup`${'😀内核'}`.text).toBe('😀内核');
  });
});

describe('a report', () => {
  it.each(['en', 'zh-CN'] as const)('in %s is one document that loads nothing', (locale) => {
    const html = report(recorded('saxpy'), locale);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html.includes('content="default-src &#39;none&#39;; style-src')).toBe(true);
    expect(
      html.match(/<(script|img|link|iframe|object|embed|base|form|foreignObject)\b/i),
    ).toBeNull();
    expect(html.match(/ (src|href|on\w+|action)=|url\(|@import|javascript:/i)).toBeNull();
    expect(unbalanced(html)).toBeNull();
  });

  it('says what was decided, on which device, and where it comes from', () => {
    const run = recorded('saxpy');
    const html = report(run);
    expect(html).toContain('Use 256.');
    for (const { device } of run.devices) {
      expect(html).toContain(device.driver);
      expect(html).toContain(device.name);
    }
    for (const text of [
      run.header.run,
      run.header.sourceSha256,
      run.header.specSha256,
      run.header.startedAt,
      `NDRange Workbench ${run.header.appVersion}`,
      'NDRange Workbench 9.9.9',
      '__kernel void saxpy',
    ]) {
      expect(html).toContain(text);
    }
  });

  it('says it in Chinese too, without leaving words in English', () => {
    const html = report(recorded('transpose_naive'), 'zh-CN');
    const words = html.slice(html.indexOf('<body>'), html.indexOf('<pre>')).replace(/<[^>]*>/g, '');
    expect(words.includes('用 8×32。') && words.includes('与之并列')).toBe(true);
    expect(words.match(/Use \d|measured|predicted|holds|skipped|Local size|Best/)).toBeNull();
  });

  it('has a row for every size, the skipped and failed ones with their reason', () => {
    const html = report(hostileRun('k'));
    expect(html.match(/<tr class="(use|measured|failed|skipped|waiting)">/g)).toHaveLength(3);
    expect(html).toContain('failed: crashed');
  });

  it('shows names that are markup as text, wherever they stand', () => {
    for (const locale of ['en', 'zh-CN'] as const) {
      const html = report(hostileRun(), locale);
      expect(html).not.toMatch(/<script|<img/i);
      expect(html.match(/<\/style>/g)).toHaveLength(1);
      expect(html.match(/<\/title>/g)).toHaveLength(2);
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(unbalanced(html)).toBeNull();
    }
  });

  it('stays well formed whatever the names are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'binary' }), (text) => {
        const html = report(hostileRun(text));
        expect(unbalanced(html)).toBeNull();
        expect(html).not.toMatch(/<script|<img/i);
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  it('of a run without a measurement says so and draws nothing', () => {
    const run = foldEvents(buildEvents('16: failed crashed\n32: skipped exceeds-device-limit'));
    if (run === null) throw new Error('no run');
    const html = report(run);
    expect(html).toContain('No size was measured.');
    expect(html).not.toContain('<svg');
    expect(html).not.toMatch(/NaN|Infinity|undefined|null/);
  });

  it('shows title, tags and note of the run', () => {
    const notes = { title: 'Night <1>', note: 'a\nb', tags: ['lab'] };
    const html = reportHtml({ run: hostileRun('k'), locale: 'en', notes, madeAt, appVersion: '1' });
    expect(html).toContain('<h1>Night &lt;1&gt;</h1>');
    expect(html).toContain('<span class="tag">lab</span>');
    expect(html).toContain('<p class="note">a\nb</p>');
  });
});

describe('the charts of a report', () => {
  const points = (svg: string): number => (svg.match(/<circle/g) ?? []).length;

  it('draw one curve over 1-D sizes, NULL apart', () => {
    const [chart, ...others] = reportCharts(recorded('saxpy'), 'en');
    expect(others).toEqual([]);
    const svg = chart?.svg.text ?? '';
    // Device 0 is drawn with circles: seven sizes and NULL.
    expect(points(svg)).toBe(8);
    expect(svg).toContain('recommended 256');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(unbalanced(svg)).toBeNull();
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('draw a heat map for each device over 2-D shapes', () => {
    const charts = reportCharts(recorded('transpose_naive'), 'en');
    expect(charts).toHaveLength(2);
    for (const { svg } of charts) {
      expect(svg.text).toContain('1.00×');
      expect(svg.text).toContain('NULL');
      expect(unbalanced(svg.text)).toBeNull();
    }
  });

  it('put skipped and failed sizes into the lane and break the line there', () => {
    const run = foldEvents(
      buildEvents(
        '16: 200 201\n32: failed crashed\n64: 100 101\n128: skipped indivisible\n256: 90 91',
      ),
    );
    if (run === null) throw new Error('no run');
    const svg = reportCharts(run, 'en')[0]?.svg.text ?? '';
    expect(points(svg)).toBe(3);
    // Three stretches of one size each: a move without a line.
    const lines = [
      ...svg.matchAll(/<path d="(M[^"]*)" fill="none" stroke="#0069b4" stroke-width="2"/g),
    ];
    expect(lines.map(([, path = '']) => path.includes('L'))).toEqual([false, false, false]);
  });

  it('draw times of devices that lie worlds apart against their own best', () => {
    const text = 'device A\n16: 100 101\n32: 200 201\ndevice B\n16: 90000 90001\n32: 30000 30001';
    const run = foldEvents(buildEvents(text));
    if (run === null) throw new Error('no run');
    const chart = reportCharts(run, 'en')[0];
    expect(chart?.caption).toContain('own best');
    expect(chart?.svg.text).toContain('>1×<');
  });
});

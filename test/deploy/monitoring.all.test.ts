import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { postgresUrl } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { needs } from '../helpers/needs.js';
import { DEPLOY } from '../helpers/servers/balancers.js';
import { startInstances } from '../helpers/servers/instances.js';

/** The dashboard and the alerts use metrics that an instance has. */

interface Dashboard {
  panels: { title: string; datasource: { uid: string }; targets: { expr: string }[] }[];
  templating: { list: { name: string; type: string }[] };
}

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}

const read = (name: string) => readFileSync(join(DEPLOY, 'monitoring', name), 'utf8');
const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const rules = (parse(read('alerts.yml')) as Rules).groups.flatMap((group) => group.rules);

const expressions: [name: string, expression: string][] = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as [string, string])),
  ...rules.map(({ alert, expr }) => [alert, expr] as [string, string]),
];

/** Returns the names of metrics in an expression: `up` is Prometheus's own. */
function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(svcapi|process|nodejs)_\w+/g)].map(([name]) => name);
}

test('dashboard and alerts use every metric of the service, and only existing ones', async (t) => {
  // Its figures are there also where it is away.
  const { instances } = await startInstances(t, 1, { SVCAPI_REDIS: 'redis://127.0.0.1:1' });
  const [instance] = instances;
  await fetch(`http://127.0.0.1:${instance?.port}/ws/v2.0/api/time`);
  const metrics = (await instance?.metrics()) ?? '';
  const names = new Set([...metrics.matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name]) => name));
  const described = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const ofPool = (name: string) => postgresUrl === undefined && name.startsWith('svcapi_database_pool');
  const asked = new Set<string>();
  for (const [name, expression] of expressions) {
    for (const metric of metricsIn(expression)) {
      asked.add(metric.replace(/_(bucket|sum|count)$/, ''));
      t.true(names.has(metric) || described.has(metric) || ofPool(metric), `${name}: ${metric}`);
    }
  }
  const ours = [...described].filter((name) => name?.startsWith('svcapi_'));
  t.true(ours.length >= 8);
  for (const name of ours) t.true(asked.has(name as string), name);
});

test('the dashboard can be imported: its data source is a variable, and its labels exist', (t) => {
  t.deepEqual(
    dashboard.templating.list.map(({ name, type }) => [name, type]),
    [
      ['datasource', 'datasource'],
      ['job', 'query'],
    ],
  );
  for (const { datasource, title } of dashboard.panels) t.deepEqual(datasource.uid, `\${datasource}`, title);
  const labels = new Set(['job', 'instance', 'le', 'kind', 'route', 'method', 'status', 'version', 'severity']);
  for (const [name, expression] of expressions) {
    for (const [, list = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
      for (const label of list.split(/, ?/)) t.true(labels.has(label), `${name}: ${label}`);
    }
  }
});

/** Skipped where there is no promtool (Debian: prometheus). */
const withPromtool = needs('promtool', !spawnSync('promtool', ['--version']).error);

withPromtool(
  'the share of failing requests is 0 without a failure, without traffic and at the start (needs promtool)',
  (t) => {
    const [, written = ''] = expressions.find(([name]) => name === 'Failing') ?? [];
    const expr = written.replaceAll('$job', 'svcapi').replaceAll('$__rate_interval', '2m');
    const series = (status: number, values: string) => ({
      series: `svcapi_requests_total{job="svcapi",status="${status}",route="/x"}`,
      values,
    });
    const cases: [series: ReturnType<typeof series>[], share: number][] = [
      [[], 0],
      [[series(200, '0+30x20')], 0],
      [[series(200, '5x20'), series(500, '1x20')], 0],
      [[series(200, '0+27x20'), series(503, '0+3x20')], 0.1],
    ];
    const tests = cases.map(([input_series, value]) => ({
      interval: '30s',
      input_series,
      promql_expr_test: [{ expr, eval_time: '5m', exp_samples: [{ value }] }],
    }));
    const file = join(temporaryFolder(), 'tests.json');
    writeFileSync(file, JSON.stringify({ evaluation_interval: '30s', tests }));
    const { status, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    t.is(status, 0, stderr);
  },
);

test('every alert has a summary, and stands in docs/host/monitoring.md', (t) => {
  const page = readFileSync(join(DEPLOY, '../docs/host/monitoring.md'), 'utf8');
  for (const { alert, annotations } of rules) {
    t.not(annotations.summary, '');
    t.true(page.includes(`\`${alert}\``), alert);
  }
});

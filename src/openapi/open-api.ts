import type { Route } from '../routes/define-route.js';
import { routes } from '../routes/index.js';
import { groups } from '../routes/path.js';
import { describeHost } from './host.js';
import { type DescribedSettings, info, tagDescriptions } from './info.js';
import { parameterComponents } from './input.js';
import { buildOperation, type Examples, operationsOf } from './operation.js';
import { buildError, byStatus, headerComponents, ofNoRoute, responseComponents } from './responses.js';
import { buildSchemas, toPascalCase } from './schemas.js';

/** Builds what no setting changes: `describeHost` adds the rest. */
export function buildOpenApi(routes: readonly Route[], { answers, failures }: Examples) {
  const failed = Object.entries(failures).map(([code, example]) => [toPascalCase(code), example] as const);
  const examples = Object.fromEntries(
    [...Object.entries(answers), ...failed].map(([name, { json }]) => [name, { value: json }]),
  );
  const paths: Record<string, object> = {};
  for (const operation of operationsOf(routes)) {
    const { path, route } = operation;
    const built = buildOperation(operation, examples, answers[operation.id]?.body);
    paths[path] = { description: route.path.description, ...paths[path], [route.method.toLowerCase()]: built };
  }
  return {
    openapi: '3.1.1',
    info: { ...info, contact: {} },
    servers: [{ url: '' }],
    tags: groups.map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      schemas: buildSchemas(routes),
      responses: responseComponents(routes, examples),
      parameters: parameterComponents,
      headers: headerComponents,
      examples,
      securitySchemes: {},
    },
    'x-outside-of-operations': Object.fromEntries(
      byStatus(ofNoRoute).map(([status, codes]) => [status, buildError(status, codes, {})]),
    ),
  };
}

export function openApiText(settings: DescribedSettings, examples: Examples): string {
  return `${JSON.stringify(describeHost(buildOpenApi(routes, examples), settings), null, 2)}\n`;
}

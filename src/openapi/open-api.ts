import type { Route } from '../routes/define-route.js';
import { routes } from '../routes/index.js';
import { groups, PREFIX } from '../routes/path.js';
import { contactOf, type DescribedSettings, info, tagDescriptions } from './info.js';
import { parameterComponents } from './input.js';
import { buildOperation, type Examples, operationsOf } from './operation.js';
import { buildErrorResponse, byStatus, headerComponents, ofNoRoute, responseComponents } from './responses.js';
import { buildSchemas, refTo, type Schema, toPascalCase } from './schemas.js';
import { buildSecuritySchemes } from './security.js';

export function buildOpenApi(routes: readonly Route[], settings: DescribedSettings, { answers, failures }: Examples) {
  const failed = Object.entries(failures).map(([code, example]) => [toPascalCase(code), example] as const);
  const examples = Object.fromEntries(
    [...Object.entries(answers), ...failed].map(([name, { json }]) => [name, { value: json }]),
  );
  const paths: Record<string, object> = {};
  for (const operation of operationsOf(routes)) {
    const { path, route } = operation;
    const built = buildOperation(operation, settings, examples, answers[operation.id]?.body);
    paths[path] = { description: route.path.description, ...paths[path], [route.method.toLowerCase()]: built };
  }
  const responses = responseComponents(routes, examples);
  const known = buildSchemas(routes);
  const referring = JSON.stringify([paths, responses, known]);
  const isUsed = ([name]: [string, Schema]) => referring.includes(`"${refTo('schemas', name).$ref}"`);
  const schemas = Object.fromEntries(Object.entries(known).filter(isUsed));
  return {
    openapi: '3.1.1',
    info: { ...info, contact: contactOf(settings.contact) },
    servers: [{ url: settings.url + PREFIX }],
    tags: groups.map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      schemas,
      responses,
      parameters: parameterComponents,
      headers: headerComponents,
      examples,
      securitySchemes: buildSecuritySchemes(settings.url),
    },
    // Linters ignore references from here, so schemas without an operation are listed here.
    'x-outside-of-operations': Object.fromEntries(
      byStatus(ofNoRoute).map(([status, codes]) => {
        const schemaOf = (name: string) => (name in schemas ? refTo('schemas', name) : (known[name] as Schema));
        return [status, buildErrorResponse(status, codes, { isCounted: false, examples: {}, schemaOf })];
      }),
    ),
  };
}

export function openApiText(settings: DescribedSettings, examples: Examples): string {
  return `${JSON.stringify(buildOpenApi(routes, settings, examples), null, 2)}\n`;
}

import { groups } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import { PREFIX } from '../routes/path.js';
import { parameterComponents } from './describe-parameters.js';
import { buildErrorResponse, errorComponents } from './error-responses.js';
import { type Examples, exampleComponents } from './example.js';
import { byStatus, ofNoRoute } from './failures.js';
import { headerComponents, notModifiedComponents } from './headers.js';
import { contactOf, info, tagDescriptions } from './info.js';
import { refTo, type Schema } from './json.js';
import { buildOperation, type DescribedLimit, type Surroundings } from './operation.js';
import { type Operation, operationsOf } from './operations.js';
import { buildSchemas, keepUsed } from './schemas.js';
import { buildSecuritySchemes } from './security.js';

/** The values that a description shows beside the declarations. */
export interface Edition {
  /** The address of the service, such as `https://galaxy.example.org`. */
  baseUrl: string;
  rateLimit: DescribedLimit;
  /** The email address or URL under which clients reach the host. */
  contact?: string | undefined;
  examples: Examples;
}

/** Builds the description of the service from the declarations: OpenAPI 3.1. */
export function buildOpenApi(routes: readonly Route[], { baseUrl, rateLimit, contact, examples: given }: Edition) {
  const examples = exampleComponents(given);
  const surroundings = { baseUrl, rateLimit, answers: given.answers, examples };
  const paths = buildPaths(operationsOf(routes), surroundings);
  const responses = errorComponents(routes, examples);
  const known = buildSchemas(routes);
  const schemas = keepUsed(known, { paths, responses });
  return {
    openapi: '3.1.1',
    info: { ...info, contact: contactOf(contact) },
    servers: [{ url: baseUrl + PREFIX }],
    tags: groups.map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      schemas,
      responses: { ...notModifiedComponents, ...responses },
      parameters: parameterComponents,
      headers: headerComponents,
      examples,
      securitySchemes: buildSecuritySchemes(baseUrl),
    },
    // Linters count no references from here: a schema of no operation stands in its place.
    'x-outside-of-operations': Object.fromEntries(
      byStatus(ofNoRoute).map(([status, codes]) => [
        status,
        buildErrorResponse(status, codes, {
          isCounted: false,
          examples: {},
          schemaOf: (name) => (name in schemas ? refTo('schemas', name) : (known[name] as Schema)),
        }),
      ]),
    ),
  };
}

/** Builds the path items: the description of each path, and its operations by method. */
function buildPaths(operations: readonly Operation[], surroundings: Surroundings) {
  const paths = [...new Set(operations.map((operation) => operation.path))];
  return Object.fromEntries(
    paths.map((path) => {
      const own = operations.filter((operation) => operation.path === path);
      const methods = own.map((each) => [each.route.method.toLowerCase(), buildOperation(each, surroundings)]);
      return [path, { description: own[0]?.route.path.description, ...Object.fromEntries(methods) }];
    }),
  );
}

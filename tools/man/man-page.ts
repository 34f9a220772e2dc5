import type { Option } from 'commander';
import type { CliCommand } from '../../src/cli/command.js';
import { ancestorsOf, commandsOf, subcommandsOf } from '../../src/cli/command-tree.js';
import { exitDescriptions } from '../../src/cli/exit-status.js';
import { type ExitReason, exitCodes } from '../../src/domain/failure.js';
import { capital, environmentOf, filesOf, isClient } from './environment.js';
import { bold, inline, italic, item, line, literal, paragraphs, quoted, section, subsection } from './roff.js';

/** What all pages of one edition share. */
export interface Edition {
  version: string;
  /** The day of the version's release, as an ISO date: a page must not change because it was made anew. */
  date: string;
}

/** The name of a command's page: `svcapi-token-create`. */
export function pageName(command: CliCommand): string {
  return command.path.replaceAll(' ', '-');
}

/** Returns the man pages of a tree of commands: the text of each by the name of its file. */
export function manPages(program: CliCommand, edition: Edition): Map<string, string> {
  return new Map(commandsOf(program).map((command) => [`${pageName(command)}.1`, manPage(command, edition)]));
}

/** Returns the man page of a command. */
export function manPage(command: CliCommand, { version, date }: Edition): string {
  const name = pageName(command);
  return [
    `.\\" Made by npm run docs from the tree of commands. Do not edit.\n`,
    `.TH ${quoted(name.toUpperCase())} 1 ${quoted(date).replaceAll('\\-', '-')} ${quoted(`svcapi ${version}`)} "svcapi manual"\n`,
    section('Name', `${inline(name)} \\- ${inline(command.summary() || firstSentence(command.description()))}\n`),
    section('Synopsis', synopsis(command)),
    section('Description', paragraphs(command.description())),
    section('Commands', commands(command)),
    section('Arguments', args(command)),
    section('Options', options(command)),
    section('Environment', entries(environmentOf(command))),
    section('Files', entries(filesOf(command))),
    section('Exit status', exitStatus(command)),
    section('Examples', examples(command)),
    section('See also', seeAlso(command)),
  ].join('');
}

function firstSentence(text: string): string {
  return text.replace(/(?:\.\s|:|\.$).*$/s, '');
}

function synopsis(command: CliCommand): string {
  const usage = command.usage().split(' ').filter(Boolean);
  return `${[bold(command.path), ...usage.map(synopsisPart)].join(' ')}\n`;
}

/** `[options]`, `<files...>`, `[command]`: what stands for something else is set apart from what is typed. */
function synopsisPart(word: string): string {
  const [, open = '', name = word, close = ''] = /^([[<]?)(.*?)([\]>]?)$/.exec(word) ?? [];
  return `${open === '[' ? '[' : ''}${italic(name)}${close === ']' ? ']' : ''}`;
}

function commands(command: CliCommand): string {
  const groups = new Map<string, CliCommand[]>();
  for (const candidate of subcommandsOf(command)) {
    const heading = candidate.helpGroup().replace(/:$/, '');
    groups.set(heading, [...(groups.get(heading) ?? []), candidate]);
  }
  const lists = [...groups].map(([heading, members]) => {
    const list = members.map((member) => item(reference(member), member.summary() || member.description())).join('');
    return heading === 'Commands' ? list : subsection(heading, list);
  });
  return lists.join('');
}

function args(command: CliCommand): string {
  return command.registeredArguments
    .map((argument) => item(italic(argument.name()), command.createHelp().argumentDescription(argument)))
    .join('');
}

function options(command: CliCommand): string {
  const help = command.createHelp();
  const list = (shown: Option[]) => shown.map((option) => item(flags(option), help.optionDescription(option))).join('');
  const global = help.visibleGlobalOptions(command);
  return list(help.visibleOptions(command)) + (global.length === 0 ? '' : subsection('Global options', list(global)));
}

/** `-o, --output <format>`, with the placeholder in italics. */
function flags(option: Option): string {
  return option.flags
    .split(/(, |[ =]?\[[^\]]*\]|[ =]?<[^>]*>)/)
    .map((part) => {
      const placeholder = /^[ =]?([[<])(.*)[\]>]$/.exec(part);
      if (!placeholder) return /^-/.test(part) ? bold(part) : part;
      const name = italic(placeholder[2] ?? '');
      return placeholder[1] === '[' ? ` [${name}]` : ` ${name}`;
    })
    .join('');
}

function entries(list: { name: string; about: string }[]): string {
  return list.map(({ name, about }) => item(bold(name), about)).join('');
}

/** What every command may end with, and every client, unless the command has something more exact to say. */
function exitStatus(command: CliCommand): string {
  const common: ExitReason[] = ['ok', 'other', 'usage'];
  const remote: ExitReason[] = ['server', 'token', 'permission', 'not_found', 'rate_limited', 'unreachable'];
  const reasons = new Set([...common, ...(isClient(command) ? remote : []), ...command.exits.keys()]);
  return [...reasons]
    .sort((one, other) => exitCodes[one] - exitCodes[other])
    .map((reason) => item(bold(String(exitCodes[reason])), command.exits.get(reason) ?? exitDescriptions[reason]))
    .join('');
}

function examples(command: CliCommand): string {
  return command.examples
    .map(({ line: text, about }) => `${line(`${capital(about)}:`)}\n.PP\n${literal(`    $ ${text}`)}`)
    .join('.PP\n');
}

function seeAlso(command: CliCommand): string {
  const [parent] = ancestorsOf(command);
  const siblings = parent && ancestorsOf(parent).length > 0 ? subcommandsOf(parent) : [];
  const near = [...ancestorsOf(command).reverse(), ...siblings, ...subcommandsOf(command)];
  const pages = near.filter((other) => other !== command).map(reference);
  return pages.length === 0 ? '' : `${pages.join(',\n')}\n`;
}

function reference(command: CliCommand): string {
  return `${bold(pageName(command))}(1)`;
}

import './copy.js';
import { startChoices } from './choices.js';
import { startClock } from './clock.js';
import { startFilter } from './contents.js';
import { startConverter } from './converter.js';
import { startTrying } from './try-it.js';

/** The service that this page came from, with the prefix of a proxy. */
const service = new URL('../..', location.href).href.replace(/\/$/, '');

/** The page has examples for one URL only. */
function correctExamples(): void {
  const { base = service } = document.body.dataset;
  if (base === service) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.nodeValue?.includes(base)) text.nodeValue = text.nodeValue.replaceAll(base, service);
  }
}

correctExamples();
startChoices();
startConverter(startClock());
startFilter();
startTrying();

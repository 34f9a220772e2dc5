import type { Page } from '../page-request.js';
import { accessPage, endAccessPage } from './access-page.js';
import { consentPage } from './consent-page.js';
import { devicePage } from './device-page.js';
import { invitationPage } from './invitation-page.js';
import { newcomerPage } from './newcomer-page.js';
import { passwordPage } from './password-page.js';
import { myProgramsPage, programPage, programSecretPage, removeProgramPage } from './programs-page.js';
import { providerCallbackPage, providerPage } from './provider-page.js';
import { endSessionPage, sessionsPage } from './sessions-page.js';
import { signInPage, signOutPage } from './sign-in-page.js';
import { tokensPage } from './tokens-page.js';

export const pages: readonly Page[] = [
  signInPage,
  signOutPage,
  providerPage,
  providerCallbackPage,
  newcomerPage,
  invitationPage,
  consentPage,
  devicePage,
  accessPage,
  endAccessPage,
  tokensPage,
  sessionsPage,
  endSessionPage,
  passwordPage,
  myProgramsPage,
  programPage,
  programSecretPage,
  removeProgramPage,
];

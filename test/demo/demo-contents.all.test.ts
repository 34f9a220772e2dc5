import { testDemoCharacter, testRules } from './rules.js';

testRules(3);
testDemoCharacter(5, 1);

import { sets, testAccess } from '../helpers/access-matrix.js';

testAccess(() => sets);

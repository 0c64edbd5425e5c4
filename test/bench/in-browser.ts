import { benchPage } from './page';
import { report } from './result';

report(await benchPage());

import process from 'node:process';
import fc from 'fast-check';

// Property tests look at new cases in each run. Only where a change is judged are they the same each time: there a failure
// should be about the change.
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_130 });

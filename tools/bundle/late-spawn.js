/** No start needs processes, and commander would load their module for each. */
export const spawn = (...args) => process.getBuiltinModule('child_process').spawn(...args);

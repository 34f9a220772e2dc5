/** To bundle the module would read each property, and on Windows Node.js ends when it reads the title of a console without one. */
export default process;

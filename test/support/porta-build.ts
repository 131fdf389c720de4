/** Stands in for what `vite.porta.config.ts` gives to the server's build. */
export default { script: '/assets/porta/main-x.js', sheet: '/assets/porta/main-x.css', sw: '// x' }

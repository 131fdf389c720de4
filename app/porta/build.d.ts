/** What `vite.porta.config.ts` makes: addresses of the page's script and sheet, and the service worker's text. */
declare module 'virtual:porta' {
  const built: { script: string; sheet: string; sw: string }
  export default built
}

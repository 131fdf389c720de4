/**
 * What `vite.guia.config.ts` makes of a guide: its title, its parts by the ids of their headings, and its
 * text.
 */
declare module '*.md?guia' {
  const guide: { titulo: string; partes: { id: string; nome: string }[]; html: string }
  export default guide
}

/**
 * What `vite.porta.config.ts` makes: the addresses of the page's script and sheet, and the service worker's
 * text.
 */
declare module 'virtual:porta' {
  const built: { script: string; sheet: string; sw: string }
  export default built
}

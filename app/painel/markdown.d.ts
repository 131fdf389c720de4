/** What `vite.guia.config.ts` makes of a guide: its title, its parts by the ids of their headings, its text. */
declare module '*.md?guia' {
  const guide: { titulo: string; partes: { id: string; nome: string }[]; html: string }
  export default guide
}

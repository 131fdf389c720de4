const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/

/** How to reach the organisation: a link when it is an e-mail address, else as it stands. */
export function Contato({ contato }: { contato: string }) {
  return EMAIL.test(contato) ? <a href={`mailto:${contato}`}>{contato}</a> : <>{contato}</>
}

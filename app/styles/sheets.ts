import alerta from './alerta.css?inline'
import aviso from './aviso.css?inline'
import base from './base.css?inline'
import convite from './convite.css?inline'
import credencial from './credencial.css?inline'
import formulario from './formulario.css?inline'
import mesa from './mesa.css?inline'
import pagina from './pagina.css?inline'
import texto from './texto.css?inline'
import tokens from './tokens.css?inline'

const SHEETS = {
  convite: [tokens, base, convite, alerta],
  formulario: [tokens, base, pagina, formulario, alerta],
  credencial: [tokens, base, pagina, credencial],
  mesa: [tokens, base, pagina, formulario, mesa, alerta],
  texto: [tokens, base, pagina, texto],
  aviso: [tokens, base, pagina, aviso],
}

/** Which screen a page is; names its style sheets. */
export type Tela = keyof typeof SHEETS

/** The sheets of one screen, for the one inline style element: no request stands between a guest and the form. */
export function sheetOf(tela: Tela): string {
  return SHEETS[tela].join('')
}

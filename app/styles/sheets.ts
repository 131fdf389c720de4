import campo from '~/arte/campo.svg'
import marcellus from '~/fonts/marcellus-caps.woff2?url'
import alerta from './alerta.css?inline'
import aviso from './aviso.css?inline'
import base from './base.css?inline'
import bilhete from './bilhete.css?inline'
import canhoto from './canhoto.css?inline'
import convite from './convite.css?inline'
import conviteDaMesa from './convite-da-mesa.css?inline'
import credencial from './credencial.css?inline'
import envio from './envio.css?inline'
import formulario from './formulario.css?inline'
import lista from './lista.css?inline'
import listaDaMesa from './lista-da-mesa.css?inline'
import mesa from './mesa.css?inline'
import mesaFechada from './mesa-fechada.css?inline'
import minhas from './minhas.css?inline'
import pagina from './pagina.css?inline'
import painelDaMesa from './painel-da-mesa.css?inline'
import painelDaMesaLargo from './painel-da-mesa-largo.css?inline'
import painelAtos from './painel/atos.css?inline'
import painelBase from './painel/base.css?inline'
import painelComputador from './painel/computador.css?inline'
import painelNumeros from './painel/numeros.css?inline'
import painelPapel from './painel/papel.css?inline'
import painelPecas from './painel/pecas.css?inline'
import painelTabela from './painel/tabela.css?inline'
import painelTelefone from './painel/telefone.css?inline'
import pessoal from './pessoal.css?inline'
import portaButtons from './porta/buttons.css?inline'
import portaBase from './porta/base.css?inline'
import portaColours from './porta/colours.css?inline'
import portaVerdict from './porta/verdict.css?inline'
import presenca from './presenca.css?inline'
import texto from './texto.css?inline'
import tokens from './tokens.css?inline'

const fontFace = (display: 'optional' | 'fallback') =>
  `@font-face{font-family:Marcellus;src:url(${marcellus}) format("woff2");font-display:${display}}`

/**
 * What the form looks with, worn by the landing's hidden heading, so that it is there at the first tap. A link that
 * prefetches it would need `default-src` in Firefox and does nothing in Safari.
 */
const formPreload = `.oculto{font-family:Marcellus;background:url(${campo})}`

const SHEETS = {
  // The first visit loads it, with the picture inside: every byte counts.
  convite: [fontFace('optional'), convite, formPreload],
  // The alert is there before any font is, and the font is in the cache since the form: it may come a moment later.
  'convite-cadastrado': [fontFace('fallback'), tokens, base, convite, minhas, alerta],
  formulario: [fontFace('optional'), tokens, base, pagina, formulario, alerta],
  credencial: [fontFace('optional'), tokens, base, pagina, credencial, bilhete, canhoto, presenca],
  admitir: [portaColours, portaBase, portaButtons, portaVerdict],
  presenca: [fontFace('optional'), tokens, base, pagina, aviso, bilhete, canhoto, presenca],
  'mesa-fechada': [fontFace('optional'), tokens, base, pagina, aviso, mesaFechada],
  pessoal: [fontFace('optional'), tokens, base, pagina, aviso, bilhete, canhoto, pessoal],
  envio: [fontFace('optional'), tokens, base, pagina, formulario, presenca, envio],
  'painel-da-mesa': [
    ...[fontFace('optional'), tokens, base, pagina, formulario, aviso],
    ...[bilhete, painelDaMesa, conviteDaMesa, painelDaMesaLargo],
  ],
  'lista-da-mesa': [fontFace('optional'), tokens, base, pagina, listaDaMesa],
  mesa: [fontFace('optional'), tokens, base, pagina, formulario, mesa, alerta],
  lista: [fontFace('optional'), tokens, base, pagina, lista],
  texto: [fontFace('optional'), tokens, base, pagina, texto],
  painel: [
    ...[fontFace('optional'), tokens, painelBase, painelAtos, painelTabela, painelNumeros, painelPecas],
    ...[painelTelefone, painelComputador, painelPapel],
  ],
  aviso: [fontFace('optional'), tokens, base, pagina, aviso],
}

/** Which screen a page is; names its style sheets. */
export type Sheet = keyof typeof SHEETS

/** The sheets of one screen, for the one inline style element: no request stands between a guest and the form. */
export function styleOf(sheet: Sheet): string {
  return SHEETS[sheet].join('')
}

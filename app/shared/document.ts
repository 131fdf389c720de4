import type { UIMatch } from '@remix-run/react'
import { createContext } from 'react'
import campoSvg from '~/arte/campo.svg'
import marcellusFile from '~/fonts/marcellus-caps.woff2?url'
import marcellus from '~/fonts/marcellus-caps.woff2?inline'
import alerta from '~/convidado/styles/alerta.css?inline'
import canhoto from '~/convidado/styles/canhoto.css?inline'
import certificado from '~/convidado/styles/certificado.css?inline'
import conferir from '~/convidado/styles/conferir.css?inline'
import convite from '~/convidado/styles/convite.css?inline'
import credencial from '~/convidado/styles/credencial.css?inline'
import faixa from '~/convidado/styles/faixa.css?inline'
import jaConfirmado from '~/convidado/styles/ja-confirmado.css?inline'
import lista from '~/convidado/styles/lista.css?inline'
import mesa from '~/convidado/styles/mesa.css?inline'
import minhas from '~/convidado/styles/minhas.css?inline'
import pessoal from '~/convidado/styles/pessoal.css?inline'
import texto from '~/convidado/styles/texto.css?inline'
import abre from '~/mesa/styles/abre.css?inline'
import conviteDaMesa from '~/mesa/styles/convite-da-mesa.css?inline'
import envio from '~/mesa/styles/envio.css?inline'
import listaDaMesa from '~/mesa/styles/lista-da-mesa.css?inline'
import painelDaMesaLargo from '~/mesa/styles/painel-da-mesa-largo.css?inline'
import painelDaMesa from '~/mesa/styles/painel-da-mesa.css?inline'
import painelAtos from '~/painel/styles/atos.css?inline'
import painelBarraDaFolha from '~/painel/styles/barra-da-folha.css?inline'
import painelBase from '~/painel/styles/base.css?inline'
import painelComputador from '~/painel/styles/computador.css?inline'
import painelDepois from '~/painel/styles/depois.css?inline'
import painelEmpresas from '~/painel/styles/empresas.css?inline'
import painelEscolher from '~/painel/styles/escolher.css?inline'
import painelEtiquetas from '~/painel/styles/etiquetas.css?inline'
import painelEvento from '~/painel/styles/evento.css?inline'
import painelEnvios from '~/painel/styles/envios.css?inline'
import painelFolhas from '~/painel/styles/folhas.css?inline'
import painelGuia from '~/painel/styles/guia.css?inline'
import painelLetras from '~/painel/styles/letras.css?inline'
import painelNumeros from '~/painel/styles/numeros.css?inline'
import painelPapel from '~/painel/styles/papel.css?inline'
import painelPecas from '~/painel/styles/pecas.css?inline'
import painelTabela from '~/painel/styles/tabela.css?inline'
import painelTelefone from '~/painel/styles/telefone.css?inline'
import painelVistas from '~/painel/styles/vistas.css?inline'
import portaBase from '~/porta/styles/base.css?inline'
import portaColours from '~/porta/styles/colours.css?inline'
import portaVerdict from '~/porta/styles/verdict.css?inline'
import ato from '~/shared/styles/ato.css?inline'
import aviso from '~/shared/styles/aviso.css?inline'
import balao from '~/shared/styles/balao.css?inline'
import base from '~/shared/styles/base.css?inline'
import bilhete from '~/shared/styles/bilhete.css?inline'
import botao from '~/shared/styles/botao.css?inline'
import campo from '~/shared/styles/campo.css?inline'
import capaAoLado from '~/shared/styles/capa-ao-lado.css?inline'
import contato from '~/shared/styles/contato.css?inline'
import cores from '~/shared/styles/cores.css?inline'
import estados from '~/shared/styles/estados.css?inline'
import fica from '~/shared/styles/fica.css?inline'
import formulario from '~/shared/styles/formulario.css?inline'
import ingresso from '~/shared/styles/ingresso.css?inline'
import numero from '~/shared/styles/numero.css?inline'
import pagina from '~/shared/styles/pagina.css?inline'
import presenca from '~/shared/styles/presenca.css?inline'
import reset from '~/shared/styles/reset.css?inline'
import tokens from '~/shared/styles/tokens.css?inline'
import umPorVez from '~/shared/styles/um-por-vez.css?inline'

/** What a route tells the document around it, in its exported `handle`. */
export interface RouteHandle {
  /** By its loader's data where a page has two looks. */
  sheet: Sheet | ((data: Record<string, unknown>) => Sheet)
  /** What its style has besides the sheet, by its loader's data: the paper it is printed on. */
  style?: (data: Record<string, unknown>) => string
}

/** A route's handle, its look decided, and whether the event changed: then the page tells it under `mudou`. */
type DecidedHandle = { sheet: Sheet; ownStyle: string; hasFaixa: boolean }

/** The handle of the innermost matched route that has one. The team's pages look alike and need none. */
export function handleOf(matches: UIMatch[]): DecidedHandle | null {
  for (const { id, handle, data } of [...matches].reverse()) {
    if (isRouteHandle(handle)) {
      const loaded: Record<string, unknown> = { ...(data as object) }
      const { sheet, style } = handle
      return {
        sheet: typeof sheet === 'function' ? sheet(loaded) : sheet,
        ownStyle: style?.(loaded) ?? '',
        hasFaixa: Boolean(loaded.mudou),
      }
    }
    if (/^routes\/(?:painel|equipe)\b/.test(id)) return { sheet: 'painel', ownStyle: '', hasFaixa: false }
  }
  return null
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'sheet' in handle
}

/** Of the document being rendered: the nonce of our styles and scripts, and the address of `entry.client.ts`. */
export const DocumentContext = createContext({ nonce: '', entry: '' })

const fontFace = (source: string, display: 'optional' | 'block') =>
  `@font-face{font-family:Marcellus;src:url(${source}) format("woff2");font-display:${display}}`

/** In the page itself, so that its first text is in the face; decoded in milliseconds, which `block` waits for. */
const FACE = fontFace(marcellus, 'block')

/** For pages one comes back to: a file, kept by the browser. */
const FACE_FILE = fontFace(marcellusFile, 'optional')

/** The form's picture, worn by the landing's hidden heading, so that it is there at the first tap. */
const formPreload = `.oculto{background:url(${campoSvg})}`

/** What every page has but the invitation and the door. */
const BASE = [tokens, reset, base, botao]

/** What every page under a strip of letterhead has. */
const FAIXA = [FACE, ...BASE, pagina, contato]

/** On a laptop that is half the screen, but for who works there. */
const PAGINA = [...FAIXA, capaAoLado]

const PAINEL = [
  ...[
    FACE_FILE,
    cores,
    estados,
    ...BASE,
    campo,
    fica,
    painelBase,
    contato,
    ato,
    painelAtos,
    painelTabela,
    ingresso,
    painelNumeros,
  ],
  ...[
    numero,
    painelPecas,
    painelEscolher,
    painelTelefone,
    painelComputador,
    painelEmpresas,
    painelGuia,
    painelLetras,
    painelPapel,
  ],
]

const SHEETS = {
  // The first visit loads it, with the picture inside: every byte counts.
  convite: [reset, convite, formPreload],
  'convite-cadastrado': [FACE, cores, ...BASE, convite, minhas, alerta],
  formulario: [...PAGINA, campo, formulario, alerta],
  credencial: [cores, ...PAGINA, numero, credencial, bilhete, canhoto, presenca],
  admitir: [tokens, reset, portaColours, portaBase, portaVerdict],
  presenca: [cores, ...PAGINA, aviso, bilhete, canhoto, presenca],
  pessoal: [cores, ...PAGINA, aviso, bilhete, canhoto, pessoal],
  envio: [cores, estados, ...PAGINA, campo, balao, ingresso, ato, abre, fica, envio, umPorVez],
  'painel-da-mesa': [
    ...[cores, estados, ...FAIXA, campo, formulario, aviso],
    ...[bilhete, numero, abre, painelDaMesa, conviteDaMesa, painelDaMesaLargo],
  ],
  'lista-da-mesa': [...PAGINA, listaDaMesa],
  mesa: [...PAGINA, campo, formulario, mesa, alerta],
  'ja-confirmado': [cores, ...PAGINA, bilhete, jaConfirmado, alerta],
  certificado: [...PAGINA, aviso, certificado],
  conferir: [...PAGINA, campo, formulario, conferir],
  lista: [...PAGINA, lista],
  texto: [...PAGINA, texto],
  painel: PAINEL,
  envios: [...PAINEL, balao, umPorVez, painelEnvios],
  evento: [...PAINEL, painelVistas, painelEvento],
  etiquetas: [...PAINEL, painelVistas, painelEvento, painelEtiquetas],
  folhas: [FACE_FILE, cores, estados, reset, painelFolhas, painelBarraDaFolha],
  depois: [...PAINEL, painelDepois],
  aviso: [...PAGINA, aviso],
}

/** Which screen a page is; names its style sheets. */
type Sheet = keyof typeof SHEETS

/** The sheets of one screen, for the one inline style element: no request stands between a guest and the form. */
export function styleOf(sheet: Sheet, hasFaixa = false): string {
  return [...SHEETS[sheet], ...(hasFaixa ? [faixa] : [])].join('')
}

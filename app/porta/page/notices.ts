import { atMoment } from '../../../server/domain/quando.ts'
import type { PortaState } from '../porta.ts'
import type { NotStored } from '../shown.ts'
import { button, element, figure, icon, momentText, setText, type FigureName, type Scene } from './element.ts'

type Content = (Node | string)[]

/** A quiet page. Its first text is larger, and is an element if it changes. */
function page(drawn: FigureName, title: string, [first = '', ...others]: Content, ...below: Content) {
  const large = typeof first === 'string' ? element('p', 'folga', first) : first
  const notes = others.map((text) => element('p', 'nota', text))
  const centre = element('div', 'centro', element('h1', '', title), large, ...notes)
  const main = element('main', 'folha', figure(drawn), centre)
  if (below.length > 0) main.append(element('div', 'baixo', ...below))
  return main
}

/** Without HTTPS, browsers allow neither a camera nor a cached page. */
export function noHttps(): HTMLElement {
  return page('closed-gate', 'FALTA O HTTPS', [
    'Este endereço não é seguro, e assim o navegador não dá a câmera nem guarda a lista.',
    'Peça à organização o endereço que começa com https:// e abra por ele.',
  ])
}

export function openElsewhere(): HTMLElement {
  return page('closed-gate', 'JÁ ESTÁ ABERTA', [
    'A porta está aberta em outra página deste celular. Feche aquela, e esta continua.',
  ])
}

const REASONS: Record<NotStored['reason'], string> = {
  cheio: 'O armazenamento está cheio: apague fotos ou vídeos e abra de novo.',
  negado: 'O navegador não deixa guardar: saia da janela anônima e abra de novo.',
  calado:
    'O navegador não responde sobre o que guardou: feche todas as páginas da portaria, espere um minuto e abra de novo.',
  perdido: 'O navegador perdeu o que guardava: feche as outras páginas da portaria e abra de novo.',
}

/** The browser stores nothing, so the door would forget who it admitted. */
export function keepsNothing(reason: NotStored['reason']): HTMLElement {
  const again = button('agir', 'Abrir de novo', () => location.reload())
  const texts = [REASONS[reason], 'Até lá, não receba ninguém com este celular: as entradas se perderiam.']
  return page('closed-gate', 'NADA SE GUARDA AQUI', texts, again)
}

const CAMERA = {
  denied: [
    'O navegador não deu permissão. Toque em Ligar câmera e escolha Permitir.',
    'Se nada aparecer: toque no cadeado, ao lado do endereço, e libere a câmera.',
  ],
  missing: [
    'Não há câmera livre. Feche o aplicativo que a está usando e toque em Ligar câmera.',
    'Um computador sem câmera recebe pelo nome e pelo código.',
  ],
  lost: ['O celular tirou a câmera desta página. Toque em Ligar câmera.'],
  decoder: ['O leitor de QR não carregou. Chegue mais perto da rede e toque em Ligar câmera.'],
}

/** Shown once the volunteer has dismissed the trial's band. */
export const BY_HAND = 'As entradas valem: neste celular, hoje é o evento.'

/** The camera is missing; the door works without it. */
export function openNoCamera(
  reason: keyof typeof CAMERA,
  { isByHand }: PortaState,
  chip: HTMLElement | null,
  turnOn: () => void,
): Scene {
  const title = reason === 'lost' ? 'A CÂMERA PAROU' : 'A CÂMERA NÃO ABRIU'
  const texts = [...CAMERA[reason], ...(isByHand ? [BY_HAND] : [])]
  const meanwhile =
    'Enquanto isso, a porta não para: busque o nome, digite o código, ou leia o QR com a câmera do próprio celular e toque em Dar entrada.'
  const main = page('camera', title, texts, element('p', 'nota centro', meanwhile))
  // In place of the drawing: the rest may scroll, the button stays in view.
  if (chip) main.firstElementChild?.replaceWith(chip)
  main.append(button('agir fica folga', [icon('lens'), 'Ligar câmera'], turnOn))
  return { kind: 'aviso', title: 'Sem câmera', main, isReading: () => false }
}

const entradasOf = (count: number) => (count === 1 ? '1 entrada' : `${count} entradas`)

/** Advice for a phone that lost its pairing: its link was used and will not open again. */
export function reconnectText(porEnviar: number): string {
  const advice =
    'Este celular perdeu o pareamento, e o link que ele usou não abre de novo. Peça à organização: no painel, em Equipe, Reconectar dá outro link.'
  return porEnviar === 0 ? advice : `${advice} ${keptText(porEnviar)}`
}

/** What waits here for a pairing. */
function keptText(porEnviar: number): string {
  const waits = porEnviar === 1 ? 'espera aqui e segue' : 'esperam aqui e seguem'
  return `${entradasOf(porEnviar)} ${waits} quando ele for pareado: nada se perde.`
}

/** What waits until the organisation accepts it: the server has reached its limit for this phone. */
export function heldText(porEnviar: number): string {
  const waits = porEnviar === 1 ? 'espera' : 'esperam'
  return `${entradasOf(porEnviar)} ${waits} que a organização receba: mostre esta tela a ela. Fica tudo guardado aqui.`
}

/** The door is closed on this phone: nothing to read, search or type. */
const closed = (title: string, main: HTMLElement, update: () => void): Scene => ({
  kind: 'aviso',
  title,
  main,
  isAlone: true,
  isReading: () => false,
  update,
})

/** The phone has neither a pairing nor a list. */
export function openUnpaired(state: () => PortaState): Scene {
  const kept = element('p', 'nota')
  // A phone with a name was paired, so its link was used.
  const isLost = state().nome !== ''
  const main = page(
    'open-gate',
    isLost ? 'SEM PAREAMENTO' : 'PAREAR ESTE CELULAR',
    [
      isLost
        ? reconnectText(0)
        : 'Abra neste celular o link que a organização mandou, ou digite o código dele.',
      'A lista de convidados fica guardada aqui, para funcionar sem rede, e se apaga sozinha 12 horas depois do evento.',
    ],
    ...[kept, linkToEquipe('agir', 'Digitar o código')],
  )
  const update = () => {
    const { porEnviar } = state()
    setText(kept, porEnviar === 0 ? '' : keptText(porEnviar))
  }
  update()
  return closed('Parear', main, update)
}

function listGoneText({ connection, apagadaem }: PortaState): string {
  if (connection.kind === 'revoked')
    return `A organização desligou este celular da portaria ${atMoment(momentText(connection.revogadoem))}. A lista de convidados foi apagada daqui.`
  return `A lista de convidados foi apagada daqui ${atMoment(momentText(apagadaem ?? 0))}.`
}

function noteOf({ porEnviar, isHeld, madeAfterRevoked: late }: PortaState): string {
  if (porEnviar === 0) return 'Tudo o que este celular leu já foi enviado. Pode fechar esta página.'
  if (isHeld) return heldText(porEnviar)
  if (late < porEnviar) return 'Elas não se perdem: deixe esta página aberta, com rede.'
  return `${entradasOf(late)} de depois de o celular ser desligado: não contam. Mostre esta tela à organização.`
}

/** The phone was revoked, or its evening is over: no list, and perhaps unsent facts. */
export function openListGone(state: () => PortaState, sync: () => Promise<void>): Scene {
  const isRevoked = state().connection.kind === 'revoked'
  const label = element('label', { for: 'envio' })
  const bar = element('progress', { id: 'envio' })
  const note = element('p', 'nota entre')
  let isSending = false
  const send = button('agir', 'Enviar agora', () => {
    if (isSending) return
    isSending = true
    setText(send, 'Enviando')
    void sync().finally(() => {
      isSending = false
      setText(send, 'Enviar agora')
    })
  })
  const again = linkToEquipe('', 'pareie de novo')
  const question = ['Foi engano? Peça um novo código à organização e ', again, '.']
  const mistake = element('p', 'nota centro folga', ...(isRevoked ? question : []))
  const title = isRevoked ? 'APARELHO DESLIGADO' : 'A LISTA FOI APAGADA'
  const text = element('p', 'folga')
  const main = page('closed-gate', title, [text], label, bar, note, send, mistake)
  const update = () => {
    const now = state()
    const { porEnviar } = now
    const all = Math.max(now.factsMade, porEnviar)
    setText(text, listGoneText(now))
    for (const part of [bar, label, send]) part.hidden = porEnviar === 0
    setText(
      label,
      `${porEnviar === 1 ? 'Falta' : 'Faltam'} enviar ${porEnviar} de ${all} ${all === 1 ? 'entrada' : 'entradas'}`,
    )
    Object.assign(bar, { max: Math.max(all, 1), value: all - porEnviar })
    setText(note, noteOf(now))
  }
  update()
  return closed(isRevoked ? 'Desligado' : 'Lista apagada', main, update)
}

const linkToEquipe = (className: string, text: string) =>
  element('a', { class: className, href: '/equipe' }, text)

/**
 * hoje é o evento asks once more before what is read counts. SIM is far below the finger, and nothing is read
 * meanwhile. When the keyboard is used, NÃO has the focus.
 */
export function openToday({ inicio }: Pick<PortaState, 'inicio'>, yes: () => void, no: () => void): Scene {
  const focus = button('agir vazado', 'Não', no)
  const main = page(
    'open-gate',
    'Hoje é o evento?',
    [
      `Para este celular, ele começa em ${momentText(Date.parse(inicio ?? ''))}. Se hoje é o dia, toque em Sim: as leituras passam a valer, com rede ou sem.`,
      'A lista do teste é a de verdade, mas quem foi lido nele não entrou: leia de novo.',
    ],
    ...[button('agir', 'Sim, hoje é o evento', yes), focus],
  )
  return { kind: 'aviso', title: 'Hoje é o evento?', main, focus, isAlone: true, isReading: () => false }
}

import type { DoorState } from '../shown.ts'
import { page, heldText, keptText, reconnectText } from './notices.ts'
import { type Scene, button, element, setText, clockTimeOf, figure } from './element.ts'

/** The door is closed on this phone: nothing to read, to search or to type. */
const closed = (title: string, main: HTMLElement, update: () => void): Scene => ({
  ...{ kind: 'aviso', title, main, isAlone: true, isReading: () => false, update },
})

/** No pairing, and no list either. */
export function openUnpaired(state: () => DoorState): Scene {
  const link = element('a', 'agir', 'DIGITAR O CÓDIGO')
  link.href = '/equipe'
  const kept = element('p', 'nota')
  // Once paired it has a name: the link it came by was used.
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
    ...[kept, link],
  )
  const update = () => {
    const { porEnviar } = state()
    setText(kept, porEnviar === 0 ? '' : keptText(porEnviar))
  }
  update()
  return closed('Parear', main, update)
}

function listGoneText({ connection, apagadaem }: DoorState): string {
  if (connection.kind === 'revoked')
    return `A organização desligou este celular da portaria às ${clockTimeOf(connection.revogadoem)}. A lista de convidados foi apagada daqui.`
  return `A lista de convidados foi apagada daqui às ${clockTimeOf(apagadaem ?? 0)}.`
}

/** What is to be done about what is unsent. */
function noteOf({ porEnviar, isHeld, madeAfterRevoked: late }: DoorState): string {
  if (porEnviar === 0) return 'Tudo o que este celular leu já foi enviado. Pode fechar esta página.'
  if (isHeld) return heldText(porEnviar)
  if (late < porEnviar) return 'Elas não se perdem: deixe esta página aberta, com rede.'
  const entradas = late === 1 ? '1 entrada' : `${late} entradas`
  return `${entradas} de depois de o celular ser desligado: não contam. Mostre esta tela à organização.`
}

/** A revoked phone, or one whose evening is over: no list, and perhaps something unsent. */
export function openListGone(state: () => DoorState, sync: () => Promise<void>): Scene {
  const isRevoked = state().connection.kind === 'revoked'
  const label = element('label', '')
  label.htmlFor = 'envio'
  const bar = element('progress', '')
  bar.id = 'envio'
  const note = element('p', 'nota entre')
  let isSending = false
  const send = button('agir', 'ENVIAR AGORA', () => {
    if (isSending) return
    isSending = true
    setText(send, 'ENVIANDO')
    void sync().finally(() => {
      isSending = false
      setText(send, 'ENVIAR AGORA')
    })
  })
  const mistake = element('p', 'nota centro folga')
  if (isRevoked) mistake.append('Foi engano? Peça um novo código à organização e ', pairLink(), '.')
  const title = isRevoked ? 'APARELHO DESLIGADO' : 'A LISTA FOI APAGADA'
  const text = element('p', 'folga')
  const centre = element('div', 'centro', element('h1', '', title), text)
  const below = element('div', 'baixo', label, bar, note, send, mistake)
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
  return closed(
    isRevoked ? 'Desligado' : 'Lista apagada',
    element('main', 'folha', figure('closed-gate'), centre, below),
    update,
  )
}

function pairLink(): HTMLElement {
  const link = element('a', '', 'pareie de novo')
  link.href = '/equipe'
  return link
}

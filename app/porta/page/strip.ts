import type { DoorState } from '../shown.ts'
import { icon } from './drawings.ts'
import { element, setText } from './element.ts'
import { clockTimeOf } from './clock-time.ts'

function networkTextOf({ connection }: DoorState): string {
  switch (connection.kind) {
    case 'opening':
      return 'ABRINDO'
    case 'connected':
      return 'CONECTADO'
    case 'offline':
      return `SEM REDE desde ${clockTimeOf(connection.since)}`
    case 'revoked':
      return 'DESLIGADO'
    case 'unpaired':
      return 'SEM PAREAMENTO'
    case 'refused':
      return 'NÃO ENVIA'
    default:
      return connection satisfies never
  }
}

/** `lista de 19:14, há 2 min`; past two hours the hour says enough. */
function ageTextOf({ now, lista, apagadaem, ensaio }: DoorState): string {
  if (lista && ensaio !== null) return 'lista de ensaio'
  if (!lista) return apagadaem === null ? 'sem lista' : `lista apagada às ${clockTimeOf(apagadaem)}`
  const minutes = Math.max(0, Math.floor((now - lista.de) / 60_000))
  const ago =
    minutes === 0 ? 'agora' : minutes < 120 ? `há ${minutes} min` : `há ${Math.floor(minutes / 60)} h`
  return `lista de ${clockTimeOf(lista.de)}, ${ago}`
}

/** What is in view at all times: the network, what is unsent, whose phone, how old the list, and a rehearsal that is on. */
export function openStrip(): { strip: HTMLElement; draw: (state: DoorState) => void } {
  const [networkText, unsent] = [element('span', ''), element('span', 'pendentes')]
  const [nome, age] = [element('span', ''), element('span', '')]
  // Heard when it changes, which the rest of the strip is not.
  networkText.setAttribute('role', 'status')
  const network = element('span', 'rede', icon('network'), networkText)
  const status = element('div', 'estado', element('p', '', network, unsent), element('p', '', nome, age))
  const band = element('p', 'tarja')
  band.setAttribute('role', 'status')
  const strip = element('header', '', status, band)
  return {
    strip,
    draw(state) {
      const { porEnviar, connection } = state
      const isWell = connection.kind === 'connected' || connection.kind === 'opening'
      status.className = isWell ? 'estado' : 'estado sem-rede'
      network.firstChild?.replaceWith(icon(isWell ? 'network' : 'no-network'))
      setText(networkText, networkTextOf(state))
      unsent.className = porEnviar > 0 ? 'pendentes tem' : 'pendentes'
      setText(unsent, `${porEnviar} por enviar`)
      setText(nome, state.nome)
      setText(age, ageTextOf(state))
      if ((state.ensaio !== null) === (band.firstChild !== null)) return
      const told = [element('b', '', 'ENSAIO'), ' nada é gravado, ninguém entra']
      band.replaceChildren(...(state.ensaio === null ? [] : told))
    },
  }
}

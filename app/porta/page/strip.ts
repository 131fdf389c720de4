import type { EstadoDaPorta } from '../shown.ts'
import { icone } from './drawings.ts'
import { element, setText } from './element.ts'
import { horaOf } from './clock-time.ts'

function redeOf({ conexao }: EstadoDaPorta): string {
  switch (conexao.kind) {
    case 'abrindo':
      return 'ABRINDO'
    case 'conectado':
      return 'CONECTADO'
    case 'sem-rede':
      return `SEM REDE desde ${horaOf(conexao.desde)}`
    case 'revogado':
      return 'DESLIGADO'
    case 'sem-pareamento':
      return 'SEM PAREAMENTO'
    case 'recusado':
      return 'NÃO ENVIA'
    default:
      return conexao satisfies never
  }
}

/** `lista de 19:14, há 2 min`; past two hours the hour says enough. */
function idadeOf({ agora, lista, apagadaem, ensaio }: EstadoDaPorta): string {
  if (lista && ensaio !== null) return 'lista de ensaio'
  if (!lista) return apagadaem === null ? 'sem lista' : `lista apagada às ${horaOf(apagadaem)}`
  const minutes = Math.max(0, Math.floor((agora - lista.de) / 60_000))
  const ago =
    minutes === 0 ? 'agora' : minutes < 120 ? `há ${minutes} min` : `há ${Math.floor(minutes / 60)} h`
  return `lista de ${horaOf(lista.de)}, ${ago}`
}

/** What is in view at all times: the network, what is unsent, whose phone, how old the list, and a rehearsal that is on. */
export function openStrip(): { strip: HTMLElement; draw: (state: EstadoDaPorta) => void } {
  const [dito, pendentes] = [element('span', ''), element('span', 'pendentes')]
  const [nome, idade] = [element('span', ''), element('span', '')]
  // Heard when it changes, which the rest of the strip is not.
  dito.setAttribute('role', 'status')
  const rede = element('span', 'rede', icone('rede'), dito)
  const estado = element('div', 'estado', element('p', '', rede, pendentes), element('p', '', nome, idade))
  const tarja = element('p', 'tarja')
  tarja.setAttribute('role', 'status')
  const strip = element('header', '', estado, tarja)
  return {
    strip,
    draw(state) {
      const { porEnviar, conexao } = state
      const isWell = conexao.kind === 'conectado' || conexao.kind === 'abrindo'
      estado.className = isWell ? 'estado' : 'estado sem-rede'
      rede.firstChild?.replaceWith(icone(isWell ? 'rede' : 'sem-rede'))
      setText(dito, redeOf(state))
      pendentes.className = porEnviar > 0 ? 'pendentes tem' : 'pendentes'
      setText(pendentes, `${porEnviar} por enviar`)
      setText(nome, state.nome)
      setText(idade, idadeOf(state))
      if ((state.ensaio !== null) === (tarja.firstChild !== null)) return
      const told = [element('b', '', 'ENSAIO'), ' nada é gravado, ninguém entra']
      tarja.replaceChildren(...(state.ensaio === null ? [] : told))
    },
  }
}

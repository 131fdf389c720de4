import { beforeOf, codigosOf, loteOf, mesaOf, type Act } from './acts.ts'
import { keptOf, type Rule, type State } from './state.ts'

export function claim(
  { holds, fechadas, leftOf, add }: State,
  { mesa, sid, reservaid, isEnded, isClosed }: Extract<Act, { kind: 'claim' }>,
): Rule {
  const mine = holds.get(`${mesa} ${sid}`)
  if (mine !== undefined) return { answer: { kind: 'claimed', reservaid: mine }, takes: false }
  if (isClosed) return { answer: { kind: 'closed' }, takes: false }
  if (fechadas.get(mesa)) return { answer: { kind: 'link-closed' }, takes: false }
  if (leftOf(mesa) === 0) return { answer: { kind: 'limit-reached' }, takes: false }
  const answer = { kind: 'claimed', reservaid }
  // A hold that has ended belongs to nobody: what it took is free again.
  if (isEnded) return { answer, takes: true }
  return {
    answer,
    takes: true,
    change() {
      holds.set(`${mesa} ${sid}`, reservaid)
      add(mesa, 1)
    },
  }
}

export function create({ convites, leftOf, add }: State, { lote }: Extract<Act, { kind: 'create' }>): Rule {
  const mesa = mesaOf(lote)
  const codigos = codigosOf(lote)
  if (codigos.some((codigo) => convites.get(codigo))) return { answer: { kind: 'created' } }
  const left = leftOf(mesa)
  if (left < codigos.length) return { answer: { kind: 'limit-reached', left } }
  return {
    answer: { kind: 'created' },
    line: { ato: 'criou-convites', alvo: mesa, detalhe: String(codigos.length), quem: 'mesa' },
    change() {
      for (const codigo of codigos) {
        const reservaid = `reserva-${codigo}`
        convites.set(codigo, { estado: 'novo', isKept: false, reservaid, by: null, rotulo: 'novo' })
      }
      add(mesa, codigos.length)
    },
  }
}

export function changeConvite(
  { convites, add }: State,
  kind: 'rename' | 'revoke',
  codigo: string,
  rotulo: string,
): Rule {
  const convite = convites.get(codigo)
  if (!convite) return { answer: { kind: 'convite-not-found' } }
  const alvo = mesaOf(loteOf(codigo))
  if (kind === 'rename') {
    if (convite.estado !== 'novo') return { answer: { kind: 'not-new' } }
    return {
      answer: { kind: 'corrected' },
      line: { ato: 'renomeou-convite', alvo, quem: 'mesa' },
      change: () => convites.set(codigo, { ...convite, rotulo }),
    }
  }
  if (convite.estado === 'usado') return { answer: { kind: 'already-used' } }
  if (convite.estado === 'revogado') return { answer: { kind: 'already-revoked' } }
  return {
    answer: { kind: 'revoked' },
    line: { ato: 'revogou-convite', alvo, quem: 'mesa' },
    change() {
      convites.set(codigo, { ...convite, estado: 'revogado', isKept: false })
      if (convite.estado === 'novo' || convite.isKept) add(alvo, -1)
    },
  }
}

/** A guest's Não posso ir on the invitation, or its Desfazer. */
export function answer(
  { convites, leftOf, add }: State,
  { codigo, isRecusa, isClosed }: Extract<Act, { kind: 'answer' }>,
): Rule {
  const convite = convites.get(codigo)
  if (!convite) return { answer: { kind: 'convite-not-found' } }
  const { estado } = convite
  const alvo = mesaOf(loteOf(codigo))
  const told = (ato: string) => ({
    answer: { kind: 'answered' },
    line: { ato, alvo, quem: 'convidado' },
  })
  if (isRecusa === (estado === 'recusado')) return { answer: { kind: 'unchanged' } }
  if (isRecusa) {
    if (estado === 'revogado') return { answer: { kind: 'already-revoked' } }
    if (estado === 'usado') return { answer: { kind: 'already-used' } }
    return {
      ...told('recusou-convite'),
      change() {
        convites.set(codigo, { ...convite, estado: 'recusado', isKept: !isClosed })
        if (isClosed) add(alvo, -1)
      },
    }
  }
  if (isClosed) return { answer: { kind: 'closed' } }
  if (!convite.isKept && leftOf(alvo) === 0) return { answer: { kind: 'limit-reached' } }
  return {
    ...told('voltou-ao-convite'),
    change() {
      convites.set(codigo, { ...convite, estado: 'novo', isKept: false })
      if (!convite.isKept) add(alvo, 1)
    },
  }
}

export function setLink({ fechadas }: State, { mesa, fechada }: Extract<Act, { kind: 'link' }>): Rule {
  if (fechada === (fechadas.get(mesa) ?? false)) return { answer: { kind: 'unchanged' } }
  return {
    answer: { kind: 'changed' },
    line: { ato: fechada ? 'fechou-link' : 'abriu-link', alvo: mesa, quem: 'mesa' },
    change: () => (fechada ? fechadas.set(mesa, true) : fechadas.delete(mesa)),
  }
}

/** Sets a company's total from a spreadsheet, never below what is given away. */
export function setTotal(
  { given, totals, totalOf }: State,
  { mesa, icredencial: is }: Extract<Act, { kind: 'total' }>,
): Rule {
  const was = totalOf(mesa)
  if (is < was && is < beforeOf(mesa) + (given.get(mesa) ?? 0))
    return { answer: { inserted: 0, updated: 0, refused: 1 } }
  return {
    answer: { inserted: 0, updated: 1, refused: 0 },
    line: { ato: 'gravou-empresas', alvo: mesa, detalhe: is === was ? '0 1' : `0 1 ${was} ${is}` },
    change: () => totals.set(mesa, is),
  }
}

/** A place in the team. Its code pairs one browser, until another code is given. */
export function changeEquipe(
  { aparelhos }: State,
  kind: 'pair' | 'reconnect' | 'disconnect',
  alvo: string,
): Rule {
  const estado = aparelhos.get(alvo) ?? 'ended'
  switch (kind) {
    case 'pair':
      if (estado !== 'open') return { answer: { kind: estado === 'paired' ? 'used' : estado } }
      return {
        answer: { kind: 'paired' },
        line: { ato: 'pareou', alvo, quem: alvo },
        change: () => aparelhos.set(alvo, 'paired'),
      }
    case 'reconnect':
      return {
        answer: { isDone: true },
        line: { ato: 'reconectou', alvo },
        change: () => aparelhos.set(alvo, 'open'),
      }
    case 'disconnect':
      if (estado === 'revoked') return { answer: { kind: 'not-found' } }
      return {
        answer: { kind: 'revoked' },
        line: { ato: 'revogou', alvo },
        change: () => aparelhos.set(alvo, 'revoked'),
      }
    default:
      return kind satisfies never
  }
}

export function find(
  { holds, convites, convidados, fechadas, leftOf }: State,
  { mesa }: Extract<Act, { kind: 'find' }>,
): Rule {
  const kept = [...convidados.entries()].filter(([, convidado]) => keptOf(convidado)?.mesa === mesa)
  const theirs = [...convites.entries()].filter(([codigo]) => mesaOf(loteOf(codigo)) === mesa)
  const declined = theirs.filter(([, { isKept }]) => isKept)
  const live = [...holds.entries()].filter(([key]) => key.startsWith(`${mesa} `))
  const held = live.length + kept.length + declined.length
  const pessoais = theirs.filter(([, { estado }]) => estado === 'novo').length
  return { answer: { left: leftOf(mesa), held, pessoais, isFechada: fechadas.get(mesa) ?? false } }
}

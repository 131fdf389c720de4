import type { Services } from '../../../server/composition.ts'
import type { Importado } from '../../../server/domain/importacao.ts'
import { desfazerImportacao } from '../../../server/use-cases/desfazer.ts'
import { askForEach } from '../../../server/use-cases/event-loop.ts'
import { conviteHref, convidadoHref, empresaHref, planilhaHref } from '~/painel/convidado-told'
import type { Equipe } from '~/shared/equipe.server'
import { atOnce } from '~/painel/wait.server'

/** Names shown of those who stay. */
const NAMED = 50

/**
 * How many of an import left and stay, the new companies of a list of guests among them, and names of those
 * who stay; null when nothing is noted of it.
 */
export async function desfazerShown(planilhaid: string, request: Request, { services }: Equipe) {
  const all = await services.planilhas.listImportados(planilhaid)
  if (all.length === 0) return null
  const left = all.filter(({ desfeitoem }) => desfeitoem === null)
  const tipo = all.every((one) => one.tipo === 'empresa') ? ('empresas' as const) : ('convidados' as const)
  const novasIn = (some: Importado[]) =>
    tipo === 'empresas' ? 0 : some.filter((one) => one.tipo === 'empresa').length
  return {
    tipo,
    novas: { sairam: novasIn(all) - novasIn(left), ficam: novasIn(left) },
    isTried: new URL(request.url).searchParams.has('desfeita'),
    isRunning: services.tasks.ended(planilhaid) !== null,
    sairam: all.length - left.length,
    ficam: left.length,
    nomes: await askForEach(left.slice(0, NAMED), (one) => namedOf(services, one)),
  }
}

/** Read now, because an import's notes have ids alone. */
async function namedOf({ credenciais, convites, empresas, now }: Services, { tipo, alvo }: Importado) {
  if (tipo === 'convidado')
    return { href: convidadoHref(alvo), nome: (await credenciais.findById(alvo))?.credencial.nome ?? alvo }
  if (tipo === 'convite')
    return { href: conviteHref(alvo), nome: (await convites.find(alvo))?.convite.rotulo ?? alvo }
  return { href: empresaHref(alvo), nome: (await empresas.find(alvo, now()))?.empresa.nome ?? alvo }
}

/**
 * Takes an import back. What takes longer continues after the answer. The address says so where nobody left.
 * @returns the address that shows what became of it
 */
export async function desfeita(planilhaid: string, { services, aparelho }: Equipe): Promise<string> {
  const autor = () => services.autorOf(aparelho.aparelhoid)
  const task = services.tasks.run(planilhaid, (signal) =>
    desfazerImportacao({ ...services, autor }, planilhaid, signal),
  )
  await atOnce(task)
  const isLeft = (await services.planilhas.listImportados(planilhaid)).some(
    ({ desfeitoem }) => desfeitoem !== null,
  )
  return `${planilhaHref(planilhaid)}${isLeft ? '' : '?desfeita'}`
}

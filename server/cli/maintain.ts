import { maintain } from '../use-cases/maintenance.ts'
import { countOf, EXIT, refusedSentence, withOptions, withUsage } from './cli.ts'
import { prazoOf } from './erase-personal-data.ts'

const USAGE = `Uso:
  npm run manutencao

Devolve às empresas os convites cuja reserva terminou, atualiza os registros da portaria que faltam e apaga dos arquivos
do banco o que correções e exclusões deixaram. O servidor faz isso sozinho enquanto está no ar.
Apaga também os códigos de endereço com mais de 48 horas e os de recibo com mais de 15 minutos.
Diz também quando os dados pessoais devem ser apagados.`

const once = withOptions({}, async ({ services, out, err }) => {
  await services.eventos.terminarComeco()
  const { released, mirrored, due, isWiped } = await maintain(services)
  const isOverdue = await services.isErasureDue()
  out(`${countOf(released, 'convite devolvido', 'convites devolvidos')} de reservas terminadas.`)
  out(`${countOf(mirrored, 'registro da portaria atualizado', 'registros da portaria atualizados')}.`)
  out(`Prazo do expurgo: ${prazoOf(services)}.`)
  if (isOverdue) err('O prazo do expurgo chegou, e ainda há dados pessoais guardados: rode npm run expurgo.')
  const refused = await services.avips.findRefused()
  if (refused.length > 0) {
    err(refusedSentence(refused))
    err(
      'Estes convidados não aparecem na portaria. Peça que se cadastrem de novo e exclua a credencial antiga: ' +
        'npm run credenciais -- excluir ID. Se são todos, confira RTDB_URL; o sistema tenta de novo uma vez por dia.',
    )
  }
  // Somebody has to mend the refused ones; repeating this command would not.
  if (due > 0)
    err(`${countOf(due, 'registro ainda falta', 'registros ainda faltam')}. Rode de novo daqui a pouco.`)
  if (!isWiped)
    err('O que foi corrigido ou excluído ainda está nos arquivos do banco. Rode de novo daqui a pouco.')
  return due === 0 && isWiped ? EXIT.done : EXIT.refused
})

/**
 * `manutencao`: does once what a server does by itself, and says when personal data has to be erased. Exits
 * as refused while something remains to be done.
 */
export const maintainCommand = withUsage(USAGE, once)

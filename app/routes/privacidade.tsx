import { useLoaderData } from '@remix-run/react'
import { Contato } from '~/shared/contato'
import type { RouteHandle } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { Heading, OutlineLink, Page, titled } from '~/shared/page'
import { json } from '~/shared/remix.server'
import { countOf } from '~/shared/words'
import { dayWithYear } from '../../server/domain/quando.ts'

export const handle: RouteHandle = { sheet: 'texto' }

/** What the notice depends on: the event, and where this server keeps its data. */
export const loader = pageLoader(async ({ services: { config, eraseAt, backups } }) => {
  const { anfitriao, contato, diasAteApagar, fim, nomesNaMesa = true, perguntas = [] } = config.evento
  return json({
    anfitriao,
    contato,
    prazo: countOf(diasAteApagar, 'dia', 'dias'),
    dia: dayWithYear(fim, eraseAt),
    nomesNaMesa,
    pergunta: perguntas.length === 0 ? null : perguntas.some(({ saude }) => saude) ? 'saude' : 'outra',
    copias: backups === null ? null : countOf(backups.days, 'dia', 'dias'),
    isOnFirebase: config.storage.kind === 'firebase',
  })
})

export const meta = titled<typeof loader>((data) => `Aviso de privacidade: ${data?.anfitriao ?? ''}`)

export default function Privacidade() {
  const { anfitriao, contato, prazo, dia, nomesNaMesa, pergunta, copias, isOnFirebase } =
    useLoaderData<typeof loader>()
  return (
    <Page>
      <Heading kicker={anfitriao} title="AVISO DE PRIVACIDADE" />

      <h2>O que guardamos</h2>
      <ul>
        <li>Seu nome.</li>
        <li>Seu WhatsApp.</li>
        <li>Seu e-mail, se você quiser informar.</li>
        <li>A data e a hora do cadastro e, se houver, a empresa que convidou você.</li>
        <li>Se você entrou no evento, e a que horas.</li>
        <li>Se você avisou que não vai, e quando.</li>
        <li>
          Se alguém fez um convite com o seu nome: o nome que escreveram, o que a organização anotou e o seu
          WhatsApp, se foi informado, mesmo que você nunca se cadastre.
        </li>
        {pergunta === null ? null : (
          <li>
            O que você respondeu às perguntas do cadastro, se quis responder.
            {pergunta === 'saude'
              ? ' O que é sobre a sua saúde, só com a sua autorização, dada ao lado da resposta (LGPD, art. 11, I): ninguém a vê por nome na porta, na mesa ou em lista impressa, e você a apaga quando quiser, em MEUS DADOS.'
              : null}
          </li>
        )}
        <li>
          O nome de quem vai com você, se você informou. O cadastro dela leva o seu WhatsApp e nenhum e-mail.
        </li>
        <li>
          Se a organização, ou quem cuida da mesa, mandou uma mensagem a você pelo WhatsApp, e quando, sem o
          texto; e um código calculado a partir do seu número, para não mandar duas vezes.
        </li>
        <li>Quando a sua etiqueta foi impressa.</li>
        <li>Se você entrou sem estar na lista, o nome que a portaria anotou.</li>
        <li>
          O seu certificado não fica guardado: o código dele é feito com o seu nome, o evento e as horas. Quem
          o confere em <a href="/certificado">/certificado</a> não deixa aqui o nome que digitou.
        </li>
        <li>Se você cuida da mesa de uma empresa, seu nome e seu WhatsApp, como a organização os anotou.</li>
      </ul>
      <p>
        Seu aparelho guarda um cookie por 30 dias, para reconhecer o convite que você abriu e os cadastros que
        você fez, e outro por um dia, criado quando você abre o formulário. Por cerca de 15 minutos, o
        cadastro guarda um código feito a partir dele: se a internet cair ao confirmar, só o seu aparelho
        volta a receber a credencial.
      </p>
      <p>
        Quando você reserva um convite ou se cadastra, guardamos por 48 horas um código calculado a partir do
        seu endereço de internet, para que ninguém esgote os convites de uma empresa com nomes inventados. O
        endereço em si não fica guardado. Não há publicidade nem rastreadores.
      </p>

      <h2>Para quê</h2>
      <p>
        Só para organizar sua entrada neste evento. Usamos os dados de quem se cadastra porque a própria
        pessoa pediu para vir (LGPD, art. 7º, V). Os outros dados, pelo legítimo interesse da organização
        (art. 7º, IX).
      </p>

      <h2>Quem vê</h2>
      <ul>
        <li>
          {`A organização: ${anfitriao}. Vê e corrige tudo o que guardamos, e imprime a lista com nome, empresa e código.`}
        </li>
        <li>
          A portaria do evento: só o nome, o tipo de convite, a mesa, os quatro últimos dígitos do WhatsApp, e
          se você já entrou. Os celulares dela guardam essa lista, para funcionar sem rede, e a apagam depois
          do evento.
        </li>
        <li>
          O WhatsApp de quem só foi convidado: a organização e quem cuida da mesa, se foi essa pessoa que o
          informou. Ninguém mais.
        </li>
        <li>Pelo link da empresa que convidou você: só quantos convites restam, sem nomes.</li>
        <li>
          {`Quem cuida da mesa dessa empresa, por um link secreto: ${nomesNaMesa ? 'seu nome' : 'sem o seu nome'}, se você confirmou ou desistiu e se já chegou. Pode devolver o seu convite à mesa, e então a sua credencial diz isso.`}
        </li>
        <li>
          Quem fez o cadastro por você, no aparelho que usou: a sua credencial, com os últimos quatro números
          do seu WhatsApp. Se cadastrou você como acompanhante, também pode avisar que vocês não vão.
        </li>
      </ul>

      <p>
        A organização e a portaria só entram por aparelhos que alguém da organização autorizou, com o nome de
        quem usa cada um. O acesso de um aparelho pode ser encerrado a qualquer hora; o da portaria acaba três
        dias depois do evento, e o da organização, trinta dias depois do prazo para apagar os dados. Cada
        mudança feita por elas fica em um histórico, sem o seu nome.
      </p>

      <h2>Onde fica</h2>
      <p>
        {isOnFirebase
          ? 'No Firebase, um serviço do Google, que guarda os dados para a organização. A lista da portaria fica em um servidor fora do Brasil, para a portaria funcionar, até os dados serem apagados: nos Estados Unidos, na Bélgica ou em Singapura, sob o contrato de proteção de dados da organização com o Google (LGPD, art. 33).'
          : 'No banco de dados deste site, em um servidor da organização ou contratado por ela.'}
      </p>

      <h2>Até quando</h2>
      <p>
        {'Os dados são apagados a partir de '}
        <strong>{dia}</strong>
        {`, ${prazo} depois do evento. Depois disso ficam a contagem de convites e a hora em que cada um foi usado, sem nomes, e também as entradas que um celular da portaria enviar mais tarde, sem o nome anotado.`}
        {
          ' O nome e o WhatsApp de quem cuida de uma mesa se apagam junto, se a organização não os guardar para outro evento.'
        }
        {' Uma planilha enviada pela organização é apagada uma hora depois de usada pela última vez.'}
        {
          ' O WhatsApp de quem só foi convidado se apaga antes: doze horas depois de avisar que não vai, ou quando o convite é retirado.'
        }
        {copias === null
          ? null
          : ` Quem é excluído antes disso sai logo do banco de dados, e em até ${copias} também das cópias de segurança; com o prazo, as cópias se apagam todas.`}
      </p>

      <h2>Seus direitos</h2>
      <p>Pela Lei Geral de Proteção de Dados (LGPD, art. 18), você pode, de graça:</p>
      <ul>
        <li>confirmar se guardamos seus dados, e vê-los;</li>
        <li>corrigir o que estiver incompleto, errado ou desatualizado;</li>
        <li>bloquear, tornar anônimo ou apagar o que for excessivo ou contra a lei;</li>
        <li>levar seus dados para outro lugar;</li>
        <li>apagar seus dados antes do prazo;</li>
        <li>saber com quem eles foram compartilhados;</li>
        <li>não informar um dado, mas sem nome e WhatsApp não há credencial;</li>
        <li>desistir, e se opor a um uso contra a lei.</li>
      </ul>
      <p>
        Em MEUS DADOS, na sua credencial, você vê, baixa e apaga os seus dados, no aparelho em que se
        cadastrou, se ninguém mais se cadastrou nele.
      </p>
      <p>
        {`Para o resto, fale com a organização${contato === '' ? '' : ': '}`}
        <Contato contato={contato} />
        {'. Se não resolver, você também pode procurar a Agência Nacional de Proteção de Dados (ANPD).'}
      </p>
      <OutlineLink href="/">Ver o convite</OutlineLink>
    </Page>
  )
}

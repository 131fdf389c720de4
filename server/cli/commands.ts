import { chooseCommand } from './cli.ts'
import { correctCommand, exportCommand, searchCommand, removeCommand } from './credenciais.ts'
import { importCommand, listCommand, renewMesaCommand } from './empresas.ts'
import { inviteCommand, reconnectCommand, listEquipeCommand, revokeCommand } from './equipe.ts'
import { listRajadasCommand, removeRajadaCommand } from './rajadas.ts'

/** `npm run empresas -- …` */
export const empresas = chooseCommand(
  `Uso:
  npm run empresas -- importar ARQUIVO.csv [--parcial] [--saida LINKS.csv [--sobrescrever]]
      Traz as empresas de uma planilha: nome e icredencial (total de convites) são obrigatórias.
      Sem empresaid, vale a empresa com o mesmo nome e cnpj; se não houver, é criado um empresaid que ninguém adivinha.
      Com algum erro nada é gravado; --parcial grava as linhas sem problema.
      --saida grava os links de todas as empresas em uma planilha.
  npm run empresas -- listar [--mesas]
      Mostra os convites de cada empresa e o link para enviar a ela; --mesas, o do painel de quem cuida da mesa.
  npm run empresas -- renovar-mesa EMPRESA
      Troca o link do painel da mesa: o de antes deixa de abrir.
  npm run empresas -- rajadas [EMPRESA]
      Mostra muitos cadastros seguidos de um mesmo endereço, das últimas 48 horas, e como desfazê-los.`,
  {
    importar: importCommand,
    listar: listCommand,
    'renovar-mesa': renewMesaCommand,
    rajadas: listRajadasCommand,
  },
)

/** `npm run credenciais -- …` */
export const credenciais = chooseCommand(
  `Uso:
  npm run credenciais -- exportar ARQUIVO.csv [--sobrescrever]
      Grava todas as credenciais em uma planilha.
  npm run credenciais -- buscar TEXTO
      Procura por nome, telefone, e-mail, credencial, código ou CPF.
  npm run credenciais -- corrigir CREDENCIAL [--nome NOME] [--telefone NÚMERO] [--email E-MAIL]
      Troca o que for dado e mantém o resto; --email "" apaga o e-mail.
  npm run credenciais -- excluir CREDENCIAL [--devolver] [--sim]
      Apaga a credencial; --devolver devolve o convite à empresa; --sim não pergunta.
  npm run credenciais -- excluir --origem=ENDEREÇO [--empresa=EMPRESA | --sem-empresa] --de=HORA --ate=HORA
      [--devolver] [--salvar ARQUIVO.csv] [--sim]
      Apaga os cadastros de um endereço nesse período, como rajadas os mostra; antes guarda os nomes em um arquivo.`,
  {
    exportar: exportCommand,
    buscar: searchCommand,
    corrigir: correctCommand,
    excluir: (cli, args) => (args.some(isOrigem) ? removeRajadaCommand : removeCommand)(cli, args),
  },
)

/** `npm run equipe -- …` */
export const equipe = chooseCommand(
  `Uso:
  npm run equipe -- convidar NOME --papel organizacao|porta
      Mostra o link, o código e o QR que põem um navegador na equipe: servem uma vez, por 30 minutos.
  npm run equipe -- listar
      Mostra quem está na equipe, quando foi visto, e os convites abertos.
  npm run equipe -- revogar APARELHO [--sim]
      Tira um navegador da equipe; --sim também o último da organização.
  npm run equipe -- reconectar APARELHO
      Convida a mesma pessoa de novo; o navegador que ela tinha sai.`,
  {
    convidar: inviteCommand,
    listar: listEquipeCommand,
    revogar: revokeCommand,
    reconectar: reconnectCommand,
  },
)

const isOrigem = (arg: string) => /^--origem(=|$)/.test(arg)

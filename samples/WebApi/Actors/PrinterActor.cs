using Akka.Actor;

namespace WebApi.Actors;

/// <summary>Prints labels one after the other, some hundred a second. It changes paper as no actor should: on its thread.</summary>
public sealed class PrinterActor : ReceiveActor
{
    private static readonly TimeSpan Printing = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan ChangingPaper = TimeSpan.FromSeconds(4);

    /// <param name="configuration"><c>Printer:ChangingPaper</c> is how long that takes, 4 seconds by default.</param>
    public PrinterActor(IConfiguration configuration)
    {
        var changingPaper = configuration.GetValue("Printer:ChangingPaper", ChangingPaper);
        ReceiveAsync<PrintLabel>(_ => Task.Delay(Printing));
        Receive<ChangePaper>(_ => Thread.Sleep(changingPaper));
    }
}

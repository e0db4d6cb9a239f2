using Akka.Actor;

namespace WebApi.Actors;

/// <summary>Prints labels one after the other, some hundred a second. It changes paper as no actor should: on its thread.</summary>
public sealed class PrinterActor : ReceiveActor
{
    private static readonly TimeSpan Printing = TimeSpan.FromMilliseconds(2);

    public PrinterActor(IHostApplicationLifetime application)
    {
        ReceiveAsync<PrintLabel>(_ => Task.Delay(Printing));

        // A Thread.Sleep that the end of the application ends.
        Receive<ChangePaper>(paper => application.ApplicationStopping.WaitHandle.WaitOne(paper.Takes));
    }
}

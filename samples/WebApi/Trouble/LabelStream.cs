using Akka.Actor;
using Akka.Streams;
using Akka.Streams.Dsl;

namespace WebApi.Trouble;

/// <summary>Prints labels in a stream. After the first of them the printer's driver does not answer, so what comes before it waits.</summary>
internal static class LabelStream
{
    private const int AtATime = 20;

    public static void Run(ActorSystem system, TimeSpan lasts) => Source.From(Enumerable.Range(1, 3 * AtATime))
        .Instrumented("labels")
        .SelectAsync(AtATime, async label =>
        {
            await Task.Delay(label > AtATime ? lasts : TimeSpan.Zero);
            return label;
        })
        .RunWith(Sink.Ignore<int>(), system.Materializer());
}

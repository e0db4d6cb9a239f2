using System.Globalization;
using Akka.Event;
using Akka.Hosting;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Many actors log at once, as fast as they can, in many traces.</summary>
public sealed class LoadSpec
{
    private const int Actors = 40;
    private const int Messages = 500;
    private const int LinesPerMessage = 5;

    [Fact]
    public async Task Each_of_100000_lines_is_in_the_span_of_its_handler()
    {
        await using var host = await LogHost.Start(akka => akka.AddHocon("akka.instrumentation.tracing.max-spans-per-trace = 1000000", HoconAddMode.Prepend));
        var actors = new List<IActorRef>();
        for (var i = 0; i < Actors; i++)
        {
            actors.Add(await host.Host.StartActor(Props.Create(() => new Busy())));
        }

        await TestHost.Traced(() => Task.WhenAll(actors.Select(async actor =>
        {
            for (var i = 0; i < Messages; i++)
            {
                await actor.Ask<string>("work", TimeSpan.FromMinutes(1));
            }
        })));

        const int All = Actors * Messages * LinesPerMessage;
        await Eventually.True(() => host.Exported.Count >= All && host.Exported.Lines.Count(IsOurs) == All, () => $"{host.Exported.Count} lines", TimeSpan.FromMinutes(3));
        var lines = host.Exported.Lines.Where(IsOurs).ToList();
        Assert.Equal(100_000, lines.Count);
        Assert.Equal(Actors * Messages, lines.Select(line => line.Trace.SpanId).Distinct().Count());
        Assert.All(lines, line => Assert.EndsWith($"span {line.Trace.TraceId} {line.Trace.SpanId}", line.Text, StringComparison.Ordinal));
        Assert.All(
            host.Plain.Lines.Where(IsOurs),
            line => Assert.EndsWith($"span {line.Trace.TraceId} {line.Trace.SpanId}", line.Text, StringComparison.Ordinal));
    }

    private static bool IsOurs(Line line) => line.Text.Contains("busy line", StringComparison.Ordinal);

    public sealed class Busy : ReceiveActor
    {
        public Busy()
        {
            var log = Context.GetLogger();
            ReceiveAsync<string>(async message =>
            {
                for (var i = 0; i < LinesPerMessage; i++)
                {
                    log.Info(string.Create(CultureInfo.InvariantCulture, $"busy line {i} of span {Activity.Current!.TraceId} {Activity.Current.SpanId}"));
                    if (i == 2)
                    {
                        await Task.Yield();
                    }
                }

                Sender.Tell(message);
            });
        }
    }
}

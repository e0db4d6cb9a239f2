using System.Globalization;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Keeps the joined table under <c>benchmarks/results</c>.</summary>
internal static class MicroResults
{
    public static void Write(IEnumerable<Summary> summaries)
    {
        var text = new StringLogger();
        foreach (var summary in summaries)
        {
            MarkdownExporter.GitHub.ExportToLog(summary, text);
        }

        var date = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        var akka = typeof(Akka.Actor.ActorSystem).Assembly.GetName().Version!.ToString(3);
        File.WriteAllText(
            Repository.PathOf($"benchmarks/results/micro.{Repository.Host}.md"),
            $"# Stages of a message's life, host `{Repository.Host}`\n\nAkka {akka}, {date}, written by `./build.sh bench micro`.\n{text.Text.ReplaceLineEndings("\n")}");
    }

    private sealed class StringLogger : ILogger
    {
        private readonly System.Text.StringBuilder _text = new();

        public string Text => _text.ToString();

        public string Id => nameof(StringLogger);

        public int Priority => 0;

        public void Write(LogKind logKind, string text) => _text.Append(text);

        public void WriteLine() => _text.AppendLine();

        public void WriteLine(LogKind logKind, string text) => _text.AppendLine(text);

        public void Flush()
        {
        }
    }
}

using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The actor under <c>/system</c> that answers other nodes, and gets their answers. An answer is created at most once a second, however many nodes
/// ask. No message that arrives makes the actor fail.
/// </summary>
internal sealed class NodesActor(NodesAsked nodes) : UntypedActor
{
    private const int MaxKept = 8;

    private readonly Dictionary<string, (string Text, long At)> _made = [];

    protected override void OnReceive(object message)
    {
        try
        {
            switch (message)
            {
                case ActorIdentity identity:
                    nodes.Identified(identity, Sender);
                    break;
                case string text when NodeWords.ReadAnswer(text) is { } answer:
                    nodes.Answered(answer, Sender);
                    break;
                case string text when NodeWords.ReadNews(text) is { Version: NodeWords.Current } news && nodes.IsMember(Sender):
                    if (nodes.Told(news.Text))
                    {
                        Sender.Tell(new NodeWords(NodeWords.Current, news.Number, "").AsAnswer(), Self);
                    }

                    break;
                case string text when NodeWords.ReadQuestion(text) is { } question && nodes.IsMember(Sender):
                    Sender.Tell(new NodeWords(NodeWords.Current, question.Number, question.Version == NodeWords.Current ? Made(question.Text) : "")
                        .AsAnswer(), Self);
                    break;
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Remote, e);
        }
    }

    private string Made(string question)
    {
        var now = Stopwatch.GetTimestamp();
        if (_made.TryGetValue(question, out var made) && now - made.At < Stopwatch.Frequency)
        {
            return made.Text;
        }

        if (_made.Count >= MaxKept)
        {
            _made.Clear();
        }

        var text = nodes.Own(question);
        _made[question] = (text, now);
        return text;
    }
}

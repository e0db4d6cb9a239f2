namespace Akka.Remote.Transport;

/// <summary>The systems that see each other. In Akka an ended one keeps its place until this is reset; here it goes by itself.</summary>
public class AssociationRegistry
{
    private static readonly AssociationRegistry One = new();

    public static AssociationRegistry Get(string key) => One;

    public void Reset()
    {
    }
}
